import { HelpButton } from '../../features/help/help-button.tsx'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import type { TenantList } from '../../lib/tenant-list.ts'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { loadFailureOf, rereadFailureOf } from './load-failure.ts'
import { LoadingAge } from './loading-age.tsx'
import { LoadingTenants } from './loading-tenants.tsx'
import { TenantsOrSetup } from './tenants-or-setup.tsx'
import { useOpeningView } from './use-opening-view.ts'
import { useTenantList } from './use-tenant-list.ts'

/** The home of the product: every tenant that the reader may see (specification section 2). */
export function AllTenantsPage() {
  const { list, permissions, refresh, consents } = useTenantList()
  const isViewKnown = useOpeningView()
  const isPending = list.isPending || (list.isSuccess && !isViewKnown)
  return (
    <PageShell
      title="All Tenants"
      titleAside={<HelpButton topic="tenant-dashboard" />}
      description={<Age list={list.data} isPending={isPending} />}
      actions={
        <>
          <RefreshProgress refresh={refresh} />
          {canRefresh(list.data) && <RefreshButton refresh={refresh} />}
        </>
      }
    >
      {isPending && <LoadingTenants />}
      {list.isLoadingError && (
        <LoadFailed
          {...loadFailureOf(list.error)}
          retryLabel="Retry"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && <RereadFailed {...rereadFailureOf(list.error)} />}
      {list.data && !isPending && (
        <TenantsOrSetup
          list={list.data}
          permissions={permissions}
          refresh={refresh}
          consents={consents}
        />
      )}
    </PageShell>
  )
}

/** Where there is nothing to read the empty state says what to do instead. */
function canRefresh(list: TenantList | undefined): boolean {
  return list === undefined || (list.isConnected && list.tenants.length > 0)
}

function Age({ list, isPending }: { list: TenantList | undefined; isPending: boolean }) {
  if (isPending) return <LoadingAge />
  return list && list.tenants.length > 0 && <DataAsOf at={newestOf(list.tenants)} />
}

function newestOf(tenants: TenantList['tenants']): string | null {
  const times = tenants.flatMap(({ dataAsOf }) => dataAsOf ?? [])
  // ISO 8601 in UTC sorts as text.
  return times.toSorted().at(-1) ?? null
}
