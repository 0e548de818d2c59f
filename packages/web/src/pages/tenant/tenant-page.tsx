import { useParams } from '@tanstack/react-router'
import { TenantId } from '@tenantscope/contract/ids'

import { ApiError } from '../../lib/api-error.ts'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { TenantActions } from './tenant-actions.tsx'
import { TENANT_CRUMBS } from './tenant-crumbs.ts'
import { TenantHeadline } from './tenant-headline.tsx'
import { TenantLoadFailed } from './tenant-load-failed.tsx'
import { TenantNotFound } from './tenant-not-found.tsx'
import { TenantTabs } from './tenant-tabs.tsx'
import { TenantView } from './tenant-view.tsx'
import { useTenant } from './use-tenant.ts'

const NOT_FOUND = 'Tenant not found'

/** One tenant: what was read of it, and how old that is (specification section 2, Tenant detail). */
export function TenantPage() {
  const { tenantId } = useParams({ strict: false })
  const id = TenantId.safeParse(tenantId)
  if (id.success) return <KnownTenant key={id.data} tenantId={id.data} />
  // What is no directory id names no tenant: the server would answer the same 404.
  return (
    <PageShell title={NOT_FOUND} crumbs={TENANT_CRUMBS}>
      <TenantNotFound />
    </PageShell>
  )
}

/**
 * Every state returns the same PageShell, so that its heading stays one element: it has the focus since
 * the navigation, and a new one would lose it.
 */
function KnownTenant({ tenantId }: { tenantId: TenantId }) {
  const { details, listedName, refresh } = useTenant(tenantId)
  // Also after it could be seen: whoever lost the access sees nothing of it any more.
  if (isNotFound(details.error))
    return (
      <PageShell title={NOT_FOUND} crumbs={TENANT_CRUMBS}>
        <TenantNotFound />
      </PageShell>
    )
  if (details.data) {
    const { tenant } = details.data
    return (
      <PageShell
        title={tenant.displayName}
        crumbs={TENANT_CRUMBS}
        description={<TenantHeadline tenant={tenant} />}
        actions={<TenantActions tenant={tenant} refresh={refresh} />}
        tabs={<TenantTabs tenantId={tenantId} />}
      >
        <TenantView details={details.data} rereadError={details.error} refresh={refresh} />
      </PageShell>
    )
  }
  return (
    <PageShell
      // What is read out when the page opens should be the name, wherever it is known already.
      title={listedName ?? 'Tenant Details'}
      crumbs={TENANT_CRUMBS}
      actions={<BackToAllTenants />}
    >
      {details.isError ? (
        <TenantLoadFailed error={details.error} onRetry={() => void details.refetch()} />
      ) : (
        <PageSpinner text="Loading tenant details..." />
      )}
    </PageShell>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
