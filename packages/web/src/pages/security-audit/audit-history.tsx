import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px',
    borderRadius: tokens.borderRadiusMedium,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  shown: { backgroundColor: tokens.colorNeutralBackground1Selected },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
})

interface AuditHistoryProps {
  reports: readonly SecurityAuditReport[]
  shownId: number
  isAll: boolean
  onViewAll: (isAll: boolean) => void
}

/** Earlier audits, each a link to itself. */
export function AuditHistory({ reports, shownId, isAll, onViewAll }: AuditHistoryProps) {
  const listed = isAll ? reports : reports.slice(0, SECURITY_AUDIT.shown)
  const hasMore = reports.length > SECURITY_AUDIT.shown
  return (
    <SectionCard
      title="Audit History"
      aside={
        hasMore && (
          <Button size="small" appearance="subtle" onClick={() => onViewAll(!isAll)}>
            {isAll ? `View first ${SECURITY_AUDIT.shown}` : 'View All'}
          </Button>
        )
      }
    >
      <Stack as="ul">
        {listed.map((report) => (
          <Entry key={report.id} report={report} isShown={report.id === shownId} />
        ))}
      </Stack>
    </SectionCard>
  )
}

function Entry({ report, isShown }: { report: SecurityAuditReport; isShown: boolean }) {
  const styles = useStyles()
  const format = useFormat()
  const { id, score, numericScore, passedChecks, totalChecks, timestamp, username } = report
  return (
    <li className={isShown ? `${styles.entry} ${styles.shown}` : styles.entry}>
      <SecurityGradeMark grade={score} isSmall />
      <span className={styles.words}>
        <AppLink
          to="/admin/security-audit"
          search={{ report: id }}
          resetScroll={false}
          {...(isShown ? { 'aria-current': 'true' } : {})}
        >
          {format.dateTime(timestamp)}
        </AppLink>
        <Text variant="caption" muted breakable>
          {passedChecks} of {totalChecks} passed, by {username}
        </Text>
      </span>
      <Text variant="strong" tabular>
        {format.percent(numericScore)}
      </Text>
    </li>
  )
}
