import { HelpButton } from '../../features/help/help-button.tsx'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import { isStillRead } from '../../features/refresh/still-read.ts'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { LoadingOrganization } from './loading-organization.tsx'
import { NoOrganization } from './no-organization.tsx'
import { OrganizationLoadFailed } from './organization-load-failed.tsx'
import { OrganizationView } from './organization-view.tsx'
import { useOrganization } from './use-organization.ts'

/** The partner's own directory (specification section 2, My Organization). */
export function OrganizationPage() {
  const { details, refresh } = useOrganization()
  const tenant = details.data?.tenant
  return (
    <PageShell
      title="My Organization"
      titleAside={<HelpButton topic="enhanced-dashboard" />}
      crumbs={CRUMBS}
      description={tenant && <DataAsOf at={tenant.dataAsOf} />}
      actions={
        tenant && (
          <>
            <RefreshProgress refresh={refresh} />
            {isStillRead(tenant) && <RefreshButton refresh={refresh} />}
          </>
        )
      }
    >
      {details.isPending && <LoadingOrganization />}
      {details.isLoadingError && (
        <OrganizationLoadFailed error={details.error} onRetry={() => void details.refetch()} />
      )}
      {details.data === null && <NoOrganization />}
      {details.data && (
        <OrganizationView
          details={details.data}
          rereadError={details.isRefetchError ? details.error : null}
        />
      )}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'My Organization' }] as const
