import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { severityText } from '@tenantscope/analysis/checks/posture-text'
import { CheckSeverity } from '@tenantscope/contract/posture'
import type { PostureTrend } from '@tenantscope/contract/posture-trend'

import { postureTrendQuery } from '../../features/posture/posture.queries.ts'
import { useFormat } from '../../lib/preferences.ts'
import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'
import type { EstateCheck } from './estate.ts'
import type { PostureView } from './posture-search.ts'

const TITLE = 'Failed checks over time'

// About as high as the chart and its text.
const useStyles = makeStyles({ skeleton: { height: '300px' } })

interface TrendCardProps {
  /** The checks that the filters leave. */
  checks: readonly EstateCheck[]
  view: PostureView
}

/** Failed checks of all tenants by severity, day by day. */
export function TrendCard({ checks, view }: TrendCardProps) {
  const styles = useStyles()
  const trend = useQuery({
    ...postureTrendQuery(view.days, view.group),
    placeholderData: keepPreviousData,
  })
  return (
    <SectionCard title={TITLE}>
      {trend.isPending && (
        <Skeleton aria-label="Loading failed checks over time...">
          <SkeletonItem className={styles.skeleton} />
        </Skeleton>
      )}
      {trend.isLoadingError && (
        <LoadFailed title="Failed to load the failed checks over time" query={trend} />
      )}
      {trend.data && <Trend trend={trend.data} checks={checks} isSearch={view.text !== ''} />}
    </SectionCard>
  )
}

interface TrendProps {
  trend: PostureTrend
  checks: readonly EstateCheck[]
  isSearch: boolean
}

/** The chart, once there are two days to compare. */
function Trend({ trend, checks, isSearch }: TrendProps) {
  if (trend.tenants.filter((tenants) => tenants > 0).length < 2)
    return (
      <Text as="p" muted>
        Counted each day (UTC) since the first judging. Changes are shown from the second day on.
      </Text>
    )
  return (
    <>
      <LazyLineOverTime title={TITLE} series={seriesOf(trend, checks)} />
      <Scope trend={trend} isSearch={isSearch} />
    </>
  )
}

/** Says what is counted: more tenants alone give more failed checks. */
function Scope({ trend, isSearch }: { trend: PostureTrend; isSearch: boolean }) {
  const format = useFormat()
  const [first = 0] = trend.tenants
  const last = trend.tenants.at(-1) ?? 0
  const tenants =
    first === last
      ? `${format.number(last)} judged tenants.`
      : `${format.number(first)} judged tenants on the first day, ${format.number(last)} today.`
  return (
    <Text as="p" muted>
      {tenants} A check counts once for each tenant. Accepted risks do not count while they are
      accepted. A verdict that can no longer be read counts as it was last.
      {isSearch && ' The words of the search limit the list below, not this chart.'}
    </Text>
  )
}

function seriesOf({ days, tenants, checks }: PostureTrend, shown: readonly EstateCheck[]) {
  const severityOf = new Map(shown.map(({ id, severity }) => [id, severity]))
  return CheckSeverity.options
    .filter((severity) => shown.some((check) => check.severity === severity))
    .map((severity) => {
      const counted = checks.filter(({ checkId }) => severityOf.get(checkId) === severity)
      return {
        key: severity,
        label: severityText(severity),
        points: days.map((day, at) => ({
          day,
          value:
            (tenants[at] ?? 0) === 0
              ? null
              : counted.reduce((sum, { failed }) => sum + (failed[at] ?? 0), 0),
        })),
      }
    })
}
