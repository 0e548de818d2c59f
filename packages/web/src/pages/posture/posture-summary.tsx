import { makeStyles, tokens } from '@fluentui/react-components'
import type { PostureEstate } from '@tenantscope/contract/posture'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { verdictOf } from './estate.ts'
import type { EstateCheck, EstateTenant } from './estate.ts'
import { coveredPercent } from './members.ts'
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

interface PostureSummaryProps {
  tenants: readonly EstateTenant[]
  checks: readonly EstateCheck[]
  members: PostureEstate['members']
}

/** Figures of all tenants of the reader, and the tenants whose verdicts are missing or old. */
export function PostureSummary({ tenants, checks, members }: PostureSummaryProps) {
  const styles = useStyles()
  const format = useFormat()
  const judged = tenants.filter(({ verdicts }) => verdicts !== null)
  const failing = tenants.filter((tenant) => hasFailedCritical(tenant, checks)).length
  const scores = tenants.flatMap(({ score }) => score ?? [])
  const checksFailing = checks.filter((check) =>
    tenants.some((tenant) => verdictOf(tenant, check) === 'failed'),
  ).length
  return (
    <>
      <dl className={styles.grid} aria-label="Summary">
        <Card label="Tenants judged">
          {format.number(judged.length)} of {format.number(tenants.length)}
        </Card>
        <Card label="With a failed critical check">
          {failing === 0 ? (
            '0'
          ) : (
            <AppLink
              to="/posture"
              search={FAILED_CRITICAL}
              resetScroll={false}
              className={styles.figure}
            >
              {format.number(failing)}
            </AppLink>
          )}
        </Card>
        <Card label="Average score">{averageText(scores, tenants.length)}</Card>
        <Card label="Checks that fail somewhere">
          {format.number(checksFailing)} of {format.number(checks.length)}
        </Card>
        <Card label="Members covered by MFA">
          <AppLink to="/posture" search={COVERAGE} resetScroll={false} className={styles.figure}>
            {membersText(members)}
          </AppLink>
        </Card>
      </dl>
      <MissingNotice tenants={tenants} />
    </>
  )
}

const FAILED_CRITICAL = searchOf({ ...viewOf({}), severity: 'critical', verdict: 'failed' })

const COVERAGE = searchOf({ ...viewOf({}), tab: 'coverage' })

const hasFailedCritical = (tenant: EstateTenant, checks: readonly EstateCheck[]): boolean =>
  checks.some((check) => check.severity === 'critical' && verdictOf(tenant, check) === 'failed')

/** '71%', '71% of 48 tenants with a score'. */
function averageText(scores: readonly number[], tenants: number): string {
  if (scores.length === 0) return 'No score'
  const average = Math.floor(scores.reduce((sum, score) => sum + score, 0) / scores.length)
  const isOfAll = scores.length === tenants
  return isOfAll ? `${average}%` : `${average}% (${scores.length} with a score)`
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
