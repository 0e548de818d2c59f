import { makeStyles, tokens } from '@fluentui/react-components'
import {
  coveredPercent,
  judgedSentence,
  postureFigures,
} from '@tenantscope/analysis/posture-figures'
import type { PostureFigures } from '@tenantscope/analysis/posture-figures'
import type { PostureEstate } from '@tenantscope/contract/posture'
import { Fragment, useMemo } from 'react'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import type { EstateTenant } from './estate.ts'
import { searchOf, viewOf } from './posture-search.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 960px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':last-child': { '@media (max-width: 960px)': { gridColumn: '1 / -1' } },
  },
  figure: { fontSize: 'inherit', fontWeight: 'inherit' },
})

/** Figures of all tenants of the reader, and the tenants whose verdicts are missing or old. */
export function PostureSummary({ estate }: { estate: PostureEstate }) {
  const styles = useStyles()
  const format = useFormat()
  const figures = useMemo(() => postureFigures(estate), [estate])
  const { failingCritical } = figures
  const judged = judgedSentence(estate, format.number)
  return (
    <>
      <dl className={styles.grid} aria-label="Summary">
        <Card label="Tenants judged">
          {format.number(figures.judged)} of {format.number(figures.tenants)}
        </Card>
        <Card label="With a failed critical check">
          {failingCritical === 0 ? (
            '0'
          ) : (
            <AppLink
              to="/posture"
              search={FAILED_CRITICAL}
              resetScroll={false}
              className={styles.figure}
            >
              {format.number(failingCritical)}
            </AppLink>
          )}
        </Card>
        <Card label="Average score">{averageText(figures)}</Card>
        <Card label="Checks that fail somewhere">
          {format.number(figures.failingChecks)} of {format.number(estate.checks.length)}
        </Card>
        <Card label="Members covered by MFA">
          <AppLink to="/posture" search={COVERAGE} resetScroll={false} className={styles.figure}>
            {membersText(estate.members)}
          </AppLink>
        </Card>
      </dl>
      {judged !== null && (
        <Text as="p" variant="caption" muted>
          {judged}
        </Text>
      )}
      <MissingNotice tenants={estate.tenants} />
    </>
  )
}

const FAILED_CRITICAL = searchOf({ ...viewOf({}), severity: 'critical', verdict: 'failed' })

const COVERAGE = searchOf({ ...viewOf({}), tab: 'coverage' })

/** '71%', '71% (48 with a score)'. */
function averageText({ averageScore, scored, tenants }: PostureFigures): string {
  if (averageScore === null) return 'No score'
  return scored === tenants ? `${averageScore}%` : `${averageScore}% (${scored} with a score)`
}

/** '89%', '89% (3 tenants not known)', 'Not known'. */
function membersText({ tenantsNotKnown: missing, ...members }: PostureEstate['members']): string {
  const percent = coveredPercent(members)
  if (percent === null) return 'Not known'
  if (missing === 0) return `${percent}%`
  return `${percent}% (${missing === 1 ? '1 tenant' : `${missing} tenants`} not known)`
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.card}>
      <Text as="dt" variant="caption" muted>
        {label}
      </Text>
      <Text as="dd" variant="subtitle" tabular>
        {children}
      </Text>
    </div>
  )
}

/** Names the tenants whose verdicts are old or missing. */
function MissingNotice({ tenants }: { tenants: readonly EstateTenant[] }) {
  const format = useFormat()
  const old = tenants.filter(({ isOld, verdicts }) => isOld && verdicts !== null)
  const notJudged = tenants.filter(({ verdicts }) => verdicts === null)
  const count = old.length + notJudged.length
  if (count === 0) return null
  const verb = count === 1 ? 'has' : 'have'
  return (
    <Notice
      intent="warning"
      title={`${format.number(count)} of ${format.number(tenants.length)} tenants ${verb} no current verdicts`}
    >
      {old.length > 0 && (
        <>
          Not read for 7 days: <Names tenants={old} />.{' '}
        </>
      )}
      {notJudged.length > 0 && (
        <>
          Not judged yet: <Names tenants={notJudged} />.
        </>
      )}
    </Notice>
  )
}

const NAMES_AT_MOST = 5

function Names({ tenants }: { tenants: readonly EstateTenant[] }) {
  const format = useFormat()
  const named = tenants.slice(0, NAMES_AT_MOST)
  const others = tenants.length - named.length
  return (
    <>
      {named.map(({ tenantId, displayName }, index) => (
        <Fragment key={tenantId}>
          {index > 0 && ', '}
          <bdi>{displayName}</bdi>
        </Fragment>
      ))}
      {others > 0 && ` and ${format.number(others)} more`}
    </>
  )
}
