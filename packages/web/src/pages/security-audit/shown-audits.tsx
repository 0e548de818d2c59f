import { makeStyles, Accordion } from '@fluentui/react-components'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { AuditChangesCard } from './audit-changes-card.tsx'
import { percentByDay } from './audit-changes-card.tsx'
import { AuditHistory } from './audit-history.tsx'
import { AuditSummary } from './audit-summary.tsx'
import { CheckItem, measuredFacts } from './check-item.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(280px, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

interface ShownAuditsProps {
  /** Newest first; at least one. */
  reports: readonly SecurityAuditReport[]
  chosenId: number | undefined
  /** More of them are on their way. */
  isReading: boolean
  onChoose: (id?: number) => void
  isAll: boolean
  onViewAll: (isAll: boolean) => void
}

/** The chosen audit, else the latest, beside the history. */
export function ShownAudits(props: ShownAuditsProps) {
  const { reports, chosenId, isReading, onChoose } = props
  const styles = useStyles()
  const found = reports.findIndex(({ id }) => id === chosenId)
  const index = Math.max(0, found)
  const report = reports[index]
  const before = reports[index + 1]
  if (report === undefined) return null
  const isGone = chosenId !== undefined && found === -1 && !isReading
  return (
    <>
      {isGone && (
        <Notice intent="warning" layout="auto">
          That audit is no longer kept. The latest one is shown instead.
        </Notice>
      )}
      <div className={styles.columns}>
        <Stack gap={16}>
          <AuditSummary report={report} isLatest={index === 0} onLatest={() => onChoose()} />
          <AuditChecks key={report.id} report={report} />
        </Stack>
        <Stack gap={16}>
          {before && <AuditChangesCard report={report} before={before} />}
          <AuditTrend reports={reports} />
          <AuditHistory {...props} shownId={report.id} />
        </Stack>
      </div>
    </>
  )
}

/** Fewer audits or days make no line. */
const LEAST_AUDITS = 3
const LEAST_DAYS = 2

/** The percentage over the days of the audits that are listed. */
function AuditTrend({ reports }: { reports: readonly SecurityAuditReport[] }) {
  if (reports.length < LEAST_AUDITS) return null
  const points = percentByDay(reports)
  if (points.length < LEAST_DAYS) return null
  return (
    <SectionCard title="Score over time">
      <LazyLineOverTime
        title="Score over time"
        series={[{ key: 'score', label: 'Latest audit', points }]}
        format={(value) => `${value}%`}
        heightPx={120}
      />
    </SectionCard>
  )
}

/** Every check with what it measured; the failed ones are first and open, with how to fix them. */
function AuditChecks({ report }: { report: SecurityAuditReport }) {
  const { checks, unverifiedParts } = report
  const failed = checks.filter(({ passed }) => !passed).map(({ id }) => id)
  return (
    <>
      <SectionCard title="Checks">
        <Accordion multiple collapsible defaultOpenItems={failed}>
          {inOrder(report).map((check) => (
            <CheckItem
              key={check.id}
              value={check.id}
              check={check}
              isPassed={check.passed}
              state={
                <StatusLabel tone={check.passed ? 'good' : 'bad'}>
                  {check.passed ? 'PASS' : 'FAIL'}
                </StatusLabel>
              }
              facts={[
                ...measuredFacts(check),
                ...unseenFacts(unverifiedParts.filter(({ checkId }) => checkId === check.id)),
                ...(check.passed ? [] : [{ label: 'How to Fix', value: check.howToFix }]),
              ]}
            />
          ))}
        </Accordion>
      </SectionCard>
      <NotVerified report={report} />
    </>
  )
}

/** Failed checks first, then those with parts that were not verified. */
function inOrder({ checks, unverifiedParts }: SecurityAuditReport) {
  const hasUnverifiedPart = new Set(unverifiedParts.map(({ checkId }) => checkId))
  const rank = ({ id, passed }: SecurityAuditReport['checks'][number]) => {
    if (!passed) return 0
    return hasUnverifiedPart.has(id) ? 1 : 2
  }
  return checks.toSorted((a, b) => rank(a) - rank(b))
}

/** A check that passed with something unseen does not look as if all of it was measured. */
const unseenFacts = (parts: SecurityAuditReport['unverifiedParts']): Fact[] =>
  parts.length === 0
    ? []
    : [{ label: 'Not verified', value: parts.map(({ name }) => name).join(', ') }]

/** Checks, and parts of checks, that nothing can be said about; nothing where there are none. */
function NotVerified({ report }: { report: SecurityAuditReport }) {
  const { checks, unverified, unverifiedParts } = report
  const parts = unverifiedParts.map((part) => ({
    ...part,
    key: `${part.checkId}: ${part.name}`,
    check: checks.find(({ id }) => id === part.checkId),
  }))
  if (unverified.length + parts.length === 0) return null
  const state = <StatusLabel tone="unknown">NOT VERIFIED</StatusLabel>
  return (
    <SectionCard title="Not verified">
      <Text as="p" variant="body" muted>
        These could not be measured. They do not count in the score, but rule out the grade A+.
      </Text>
      <Accordion
        multiple
        collapsible
        defaultOpenItems={[...unverified.map(({ id }) => id), ...parts.map(({ key }) => key)]}
      >
        {unverified.map((check) => (
          <CheckItem
            key={check.id}
            value={check.id}
            check={check}
            state={state}
            facts={[...measuredFacts(check), { label: 'Reason', value: check.reason }]}
          />
        ))}
        {parts.map(({ key, name, check, reason, howToVerify }) => (
          <CheckItem
            key={key}
            value={key}
            check={{ name, ...(check && { severity: check.severity }) }}
            state={state}
            facts={[
              { label: 'Part of', value: check?.name },
              { label: 'Reason', value: reason },
              { label: 'How to Verify', value: howToVerify },
            ]}
          />
        ))}
      </Accordion>
    </SectionCard>
  )
}
