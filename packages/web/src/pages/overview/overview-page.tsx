import { makeStyles } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { OverviewWarning } from '@tenantscope/contract/auth'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { FirstTenants } from './first-tenants.tsx'
import { OverviewWarningBar } from './overview-warning-bar.tsx'
import { PersonCard } from './person-card.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 400px) minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

/** The reader's own access at a glance (specification section 2, Overview). */
export function OverviewPage() {
  const styles = useStyles()
  const { warning, tenant } = useSearch({ from: '/overview' })
  const tenants = useQuery(tenantListQuery({ isQuiet: false }))
  return (
    <PageShell
      title="Overview"
      actions={
        <LinkButton to="/dashboard" icon={<BuildingMultipleRegular />}>
          Tenant Dashboard
        </LinkButton>
      }
    >
      <OverviewWarningBar
        code={isStale(warning, tenants.data?.total) ? undefined : warning}
        tenantName={tenants.data?.tenants.find(({ id }) => id === tenant)?.displayName}
      />
      {tenants.isPending && <PageSpinner text="Loading your access..." />}
      {tenants.isError && (
        <LoadFailed
          title="Failed to load tenant data"
          message={userMessageOf(tenants.error)}
          requestId={requestIdOf(tenants.error)}
          onRetry={() => void tenants.refetch()}
          retryLabel="Retry"
        />
      )}
      {tenants.isSuccess && (
        <div className={styles.columns}>
          <PersonCard tenantCount={tenants.data.total} />
          <FirstTenants tenants={tenants.data.tenants} total={tenants.data.total} />
        </div>
      )}
    </PageShell>
  )
}

/** An old link must not tell somebody who has tenants that there are none. */
function isStale(warning: string | undefined, tenantCount = 0): boolean {
  return warning === OverviewWarning.enum.no_roles && tenantCount > 0
}
