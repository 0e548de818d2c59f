import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TenantPosture } from '@tenantscope/contract/posture'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useFormat } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DataAsOf } from '../../../ui/data-as-of.tsx'
import { SecurityGradeMark } from '../../../ui/security-grade.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { VERDICT_ORDER } from './check-filter.ts'

const useStyles = makeStyles({
  percent: { ...typographyStyles.title1, fontVariantNumeric: 'tabular-nums' },
  counts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(152px, 1fr))',
    gap: '4px 24px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  count: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '24px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

interface ScoreCardProps {
  tenant: TenantListItem
  posture: TenantPosture
}

/** The score of a tenant, and which verdicts it counts. */
export function ScoreCard({ tenant, posture }: ScoreCardProps) {
  const { score, dataAsOf, judgedAt } = posture
  const difference = differenceOf(tenant)
  return (
    <Stack gap={16}>
      <Result score={score} />
      {difference !== null && <Text as="p">{difference}</Text>}
      <VerdictCounts checks={score.checks} />
      <Text as="p" variant="caption" muted>
        The score is the passed share of the checks that passed or failed, by weight. A critical
        check weighs 10, a high one 5, a medium one 2, a low one 1. Other verdicts do not count.
      </Text>
      <Stack row wrap gap={16} lineGap={4}>
        <DataAsOf at={dataAsOf} />
        <DataAsOf at={judgedAt} prefix="Judged" />
      </Stack>
    </Stack>
  )
}

/** Returns why All Tenants and Posture show another score than this page; null: they show the same. */
function differenceOf({ status, posture }: TenantListItem): string | null {
  if (status === 'Inactive')
    return 'This tenant is inactive and is no longer judged. All Tenants and Posture show no score of it.'
  return posture?.isOld === true
    ? 'This tenant was not read for 7 days: All Tenants and Posture count its checks as not read and show no score.'
    : null
}

function Result({ score }: { score: TenantPosture['score'] }) {
  const styles = useStyles()
  const format = useFormat()
  const { percent, grade, judgedPercent } = score
  const judged = `${format.percent(judgedPercent)} of the weight was judged.`
  if (percent === null)
    return (
      <Stack gap={4}>
        <Text variant="subtitle">No score</Text>
        <Text muted>
          Only {judged} At least half is required. See the checks that were not read or have no
          permission.
        </Text>
      </Stack>
    )
  return (
    <Stack row wrap gap={16} lineGap={8} align="center">
      {grade !== null && <SecurityGradeMark grade={grade} />}
      <Stack>
        <span className={styles.percent}>{format.percent(percent)}</span>
        <Text variant="caption" muted>
          {judged}
        </Text>
      </Stack>
    </Stack>
  )
}

/** The number of checks by verdict; each opens the list of these checks. */
function VerdictCounts({ checks }: { checks: TenantPosture['score']['checks'] }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <ul className={styles.counts} aria-label="Checks by verdict">
      {VERDICT_ORDER.map((verdict) => (
        <li key={verdict} className={styles.count}>
          <AppLink
            from="/tenant/$tenantId"
            search={(previous) => ({
              ...previous,
              tab: 'security',
              verdict,
              area: undefined,
              q: undefined,
            })}
            hash="checks"
          >
            {verdictText(verdict)}
          </AppLink>
          <Text variant="strong" tabular>
            {format.number(checks[verdict])}
          </Text>
        </li>
      ))}
    </ul>
  )
}
