import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { TenantId } from '@tenantscope/contract/ids'

import { ApiError } from '../../lib/api-error.ts'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { TENANT_CRUMBS } from './tenant-crumbs.ts'
import { TenantLoadFailed } from './tenant-load-failed.tsx'
import { TenantNotFound } from './tenant-not-found.tsx'
import { TenantView } from './tenant-view.tsx'
import { tenantDetailsQuery } from './tenant.queries.ts'

/** One tenant: what was read of it, and how old that is (specification section 2, Tenant detail). */
export function TenantPage() {
  const { tenantId } = useParams({ strict: false })
  const id = TenantId.safeParse(tenantId)
  // What is no directory id names no tenant: the server would answer the same 404.
  return id.success ? <KnownTenant key={id.data} tenantId={id.data} /> : <TenantNotFound />
}

function KnownTenant({ tenantId }: { tenantId: TenantId }) {
  const details = useQuery(tenantDetailsQuery(tenantId, { isQuiet: false }))
  // Also after it could be seen: whoever lost the access sees nothing of it any more.
  if (isNotFound(details.error)) return <TenantNotFound />
  if (details.data) return <TenantView details={details.data} rereadError={details.error} />
  return (
    <PageShell title="Tenant Details" crumbs={TENANT_CRUMBS} actions={<BackToAllTenants />}>
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
