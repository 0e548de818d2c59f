import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { LicenseTrend } from '@tenantscope/contract/estate-licenses'
import type { TenantGroupId } from '@tenantscope/contract/ids'

import { licenseTrendQuery } from '../../features/estate-licenses/estate-licenses.queries.ts'
import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'

// About as high as a chart.
const useStyles = makeStyles({ skeleton: { height: '248px' } })

interface SeatsTrendProps {
  skuId: string
  groupId: TenantGroupId | undefined
}

/** The seats of the license day by day. */
export function SeatsTrend(asked: SeatsTrendProps) {
  const styles = useStyles()
  const trend = useQuery(licenseTrendQuery(asked))
  return (
    <SectionCard title="Seats over time">
      {trend.data && <Trend days={trend.data.days} />}
      {trend.isLoadingError && (
        <LoadFailed title="Failed to load the seats over time" query={trend} />
      )}
      {trend.isPending && (
        <Skeleton aria-label="Loading the seats over time...">
          <SkeletonItem className={styles.skeleton} />
        </Skeleton>
      )}
    </SectionCard>
  )
}

const LINES = [
  { key: 'seats', label: 'Usable seats' },
  { key: 'assigned', label: 'Assigned seats' },
] as const

function Trend({ days }: LicenseTrend) {
  // Before the first reading nothing is known: a gap, not zero.
  const known = days.filter(({ tenants }) => tenants > 0)
  const first = known[0]?.tenants ?? 0
  const last = known.at(-1)?.tenants ?? 0
  if (known.length < 2)
    return (
      <Text as="p" muted>
        Changes are shown from the second day on.
      </Text>
    )
  return (
    <>
      <LazyLineOverTime
        title="Seats over time"
        series={LINES.map(({ key, label }) => ({
          key,
          label,
          points: known.map((day) => ({ day: day.day, value: day[key] })),
        }))}
      />
      <Text as="p" variant="caption" muted>
        All seats of this license, also of trials. Each tenant counts with its last reading up to
        the day{first === last ? '' : `: ${first} tenants at the start, ${last} at the end`}.
      </Text>
    </>
  )
}
