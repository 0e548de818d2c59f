import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { adminStatsQuery } from '../../../features/user-admin/users.queries.ts'
import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RereadFailed } from '../../../ui/reread-failed.tsx'
import { AdminScreens } from './admin-screens.tsx'
import { AttentionCard } from './attention-card.tsx'
import { StatLinks } from './stat-links.tsx'

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** The installation at a glance, and the ways to where each thing is dealt with. */
export function OverviewTab() {
  const styles = useStyles()
  const stats = useQuery(adminStatsQuery)
  return (
    <div className={styles.tab}>
      {stats.isPending && <PageSpinner text="Loading the overview..." />}
      {stats.isLoadingError && (
        <LoadFailed
          title="Failed to load the overview"
          message={userMessageOf(stats.error)}
          requestId={requestIdOf(stats.error)}
          onRetry={() => void stats.refetch()}
          retryLabel="Retry"
        />
      )}
      {stats.isRefetchError && (
        <RereadFailed
          title="The overview could not be loaded again."
          message={userMessageOf(stats.error)}
        />
      )}
      {stats.data && (
        <>
          <StatLinks stats={stats.data} />
          <AttentionCard stats={stats.data} />
        </>
      )}
      {/* Under what is still being read it would jump. */}
      {!stats.isPending && <AdminScreens />}
    </div>
  )
}
