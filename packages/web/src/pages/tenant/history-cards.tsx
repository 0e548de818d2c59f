import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HistoryDay, TenantListItem } from '@tenantscope/contract/tenants'

import { userMessageOf } from '../../lib/api-error.ts'
import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { hasLines, historyBegan, PEOPLE_LINES, SEAT_LINES, seriesOf } from './history-series.ts'
import { tenantHistoryQuery } from './tenant-history.queries.ts'

const CHARTS = [
  { title: 'Seats over time', lines: SEAT_LINES },
  { title: 'People over time', lines: PEOPLE_LINES },
] as const

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
    gap: '16px',
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
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
        <LoadFailed
          title="Failed to load the history"
          message={userMessageOf(history.error)}
          onRetry={() => void history.refetch()}
          retryLabel="Try Again"
        />
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
  const charts = CHARTS.filter(({ lines }) => hasLines(days, lines))
  if (charts.length === 0) {
    const since = historyBegan(days)
    return (
      <SectionCard title="Seats and people over time">
        <p className={styles.quiet}>
          {since === undefined
            ? 'No day is counted yet. The next refresh begins.'
            : `Counted each day since ${since} (UTC). There is something to compare from the second day on.`}
        </p>
      </SectionCard>
    )
  }
  return (
    <div className={styles.charts}>
      {charts.map(({ title, lines }) => (
        <SectionCard key={title} title={title}>
          <LazyLineOverTime title={title} series={seriesOf(days, lines)} />
        </SectionCard>
      ))}
    </div>
  )
}
