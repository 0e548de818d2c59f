import { useParams } from '@tanstack/react-router'
import { TenantId } from '@tenantscope/contract/ids'

import { ApiError } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { LoadingTenant } from './loading-tenant.tsx'
import { TenantActions } from './tenant-actions.tsx'
import { TENANT_CRUMBS } from './tenant-crumbs.ts'
import { TenantHeadline } from './tenant-headline.tsx'
import { TenantLoadFailed } from './tenant-load-failed.tsx'
import { TenantNotFound } from './tenant-not-found.tsx'
import { TenantTabs, useTenantTab } from './tenant-tabs.tsx'
import { TenantView } from './tenant-view.tsx'
import { useAccessGained } from './use-access-gained.ts'
import { useCspDecoder } from './use-csp-decoder.ts'
import { useTenantConsent } from './use-tenant-consent.ts'
import { useTenant } from './use-tenant.ts'

const ConsentSuccessDialog = lazyPart(
  async () => (await import('./consent-success-dialog.tsx')).ConsentSuccessDialog,
)

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
  const { details, listedName, isConnected, refresh } = useTenant(tenantId)
  const consent = useTenantConsent(tenantId)
  const decoder = useCspDecoder(tenantId)
  const isAccessGained = useAccessGained(details.data?.tenant, {
    hasConsented: consent.hasSucceeded,
  })
  const tab = useTenantTab()
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
        view={tab.label}
        crumbs={TENANT_CRUMBS}
        description={<TenantHeadline tenant={tenant} />}
        actions={<TenantActions tenant={tenant} refresh={refresh} decoder={decoder} />}
        tabs={<TenantTabs tenantId={tenantId} />}
      >
        <TenantView
          details={details.data}
          rereadError={details.error}
          isAccessGained={isAccessGained}
          refresh={refresh}
          decoder={decoder}
          consent={consent}
          isConnected={isConnected}
        />
        {consent.isSuccessShown !== undefined && (
          <LaterPart>
            <ConsentSuccessDialog
              displayName={tenant.displayName}
              isOpen={consent.isSuccessShown}
              onClose={consent.closeSuccess}
            />
          </LaterPart>
        )}
      </PageShell>
    )
  }
  return (
    <PageShell
      // What is read out when the page opens should be the name, wherever it is known already.
      title={listedName ?? 'Tenant Details'}
      view={listedName === undefined ? undefined : tab.label}
      crumbs={TENANT_CRUMBS}
      actions={<BackToAllTenants />}
    >
      {details.isError ? (
        <TenantLoadFailed error={details.error} onRetry={() => void details.refetch()} />
      ) : (
        <LoadingTenant />
      )}
    </PageShell>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
