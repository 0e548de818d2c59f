import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantHistory } from '@tenantscope/contract/tenants'
import type { HistoryDay, TenantListItem } from '@tenantscope/contract/tenants'

import { call } from '../../lib/api.ts'
import { createFormat } from '../../lib/format.ts'
import { TENANT_HISTORY } from '../../lib/tenant-data.ts'
import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'

/** The counts of a day with their labels. */
type HistoryLines = readonly {
  key: 'people' | 'licensedPeople' | 'paidSeats' | 'assignedPaidSeats'
  label: string
}[]

const SEAT_LINES: HistoryLines = [
  { key: 'paidSeats', label: 'Usable paid seats' },
  { key: 'assignedPaidSeats', label: 'Assigned paid seats' },
]

const PEOPLE_LINES: HistoryLines = [
  { key: 'people', label: 'People' },
  { key: 'licensedPeople', label: 'People with any license' },
]

/** The lines of a chart; a day on which a count is not known is a gap. */
function seriesOf(days: readonly HistoryDay[], lines: HistoryLines) {
  return lines.map(({ key, label }) => ({
    key,
    label,
    points: days.map((each) => ({ day: each.day, value: each[key] })),
  }))
}

/** Returns the days with a known count of any of the lines. */
function countedDays(days: readonly HistoryDay[], lines: HistoryLines): readonly HistoryDay[] {
  return days.filter((day) => lines.some(({ key }) => day[key] !== null))
}

// A day is one of UTC, whatever the reader's zone.
const UTC = createFormat('UTC')

const CHARTS = [
  {
    title: 'Seats over time',
    lines: SEAT_LINES,
    note: 'Seats of paid licenses; hidden ones do not count.',
  },
  {
    title: 'People over time',
    lines: PEOPLE_LINES,
    note: 'Holders of any license, also of free and hidden ones.',
  },
] as const

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
    gap: '16px',
  },
  // About as high as a chart.
  skeleton: { height: '248px' },
})

/** Seats and people day by day, once there are two days to compare. */
export function HistoryCards({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  const history = useQuery({
    ...tenantHistoryQuery(tenant.id, tenant.dataAsOf),
    placeholderData: keepPreviousData,
  })
  if (history.data) return <History days={history.data.days} />
  return (
    <SectionCard title="Seats and people over time">
      {history.isError ? (
        <LoadFailed title="Failed to load the history" query={history} retryLabel="Try Again" />
      ) : (
        <Skeleton aria-label="Loading history...">
          <SkeletonItem className={styles.skeleton} />
        </Skeleton>
      )}
    </SectionCard>
  )
}

function History({ days }: { days: readonly HistoryDay[] }) {
  const styles = useStyles()
  const charts = CHARTS.filter(({ lines }) => countedDays(days, lines).length > 1)
  if (charts.length === 0) {
    const [first] = countedDays(days, [...SEAT_LINES, ...PEOPLE_LINES])
    return (
      <SectionCard title="Seats and people over time">
        <Text as="p" muted>
          {first
            ? `Counted each day since ${UTC.date(first.day)} (UTC). Changes are shown from the second day on.`
            : 'No history yet. It starts with the next refresh.'}
        </Text>
      </SectionCard>
    )
  }
  return (
    <div className={styles.charts}>
      {charts.map(({ title, lines, note }) => (
        <SectionCard key={title} title={title}>
          <LazyLineOverTime title={title} series={seriesOf(days, lines)} />
          <Text as="p" variant="caption" muted>
            {note}
          </Text>
        </SectionCard>
      ))}
    </div>
  )
}

/** A tenant's counts by day. Newer data (`dataAsOf`) add to them. */
function tenantHistoryQuery(tenantId: TenantId, dataAsOf: string | null) {
  return queryOptions({
    queryKey: [TENANT_HISTORY, tenantId, dataAsOf],
    queryFn: ({ signal }) => call(getTenantHistory, { params: { tenantId } }, { signal }),
  })
}
