import type { TenantListItem } from '@tenantscope/contract/tenants'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { isStillRead } from './still-read.ts'

interface TenantActionsProps {
  tenant: TenantListItem
  refresh: Refresh
}

/** Beside the tenant's name. */
export function TenantActions({ tenant, refresh }: TenantActionsProps) {
  return (
    <>
      <BackToAllTenants />
      <RefreshProgress refresh={refresh} />
      {isStillRead(tenant) && <RefreshButton refresh={refresh} />}
    </>
  )
}
