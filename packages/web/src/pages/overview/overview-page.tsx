import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { FirstTenants } from './first-tenants.tsx'
import { LoadingOverview } from './loading-overview.tsx'
import { OverviewWarningBar } from './overview-warning-bar.tsx'
import { PersonCard } from './person-card.tsx'
import { QuickActions } from './quick-actions.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 400px) minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** The reader's own access at a glance (specification section 2, Overview). */
export function OverviewPage() {
  const styles = useStyles()
  const { warning, tenant } = useSearch({ from: '/overview' })
  const tenants = useQuery(tenantListQuery({ isQuiet: false }))
  return (
    <PageShell title="Overview">
      {tenants.data && <OverviewWarningBar code={warning} tenantId={tenant} list={tenants.data} />}
      {tenants.isPending && <LoadingOverview className={styles.columns} />}
      {tenants.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(tenants.error)} />
      )}
      {tenants.isLoadingError && (
        <LoadFailed
          title={FAILED}
          message={userMessageOf(tenants.error)}
          requestId={requestIdOf(tenants.error)}
          onRetry={() => void tenants.refetch()}
          retryLabel="Retry"
        />
      )}
      {tenants.data && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <PersonCard tenantCount={tenants.data.total} />
            <QuickActions />
          </div>
          <FirstTenants tenants={tenants.data.tenants} total={tenants.data.total} />
        </div>
      )}
    </PageShell>
  )
}

const FAILED = 'Failed to load tenant data'
