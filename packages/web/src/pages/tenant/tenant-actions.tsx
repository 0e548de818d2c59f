import type { TenantListItem } from '@tenantscope/contract/tenants'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import { isStillRead } from '../../features/refresh/still-read.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { CheckPermissions } from './check-permissions.tsx'
import { CspDecoderButton } from './csp-decoder-button.tsx'
import { RunReportButton } from './run-report-button.tsx'
import type { CspDecoder } from './use-csp-decoder.ts'

interface TenantActionsProps {
  tenant: TenantListItem
  refresh: Refresh
  decoder: CspDecoder
}

/** Beside the tenant's name. */
export function TenantActions({ tenant, refresh, decoder }: TenantActionsProps) {
  return (
    <>
      <BackToAllTenants />
      <RefreshProgress refresh={refresh} />
      <RunReportButton tenant={tenant} />
      {isStillRead(tenant) && (
        <>
          <RefreshButton refresh={refresh} />
          <CspDecoderButton decoder={decoder} />
          <CheckPermissions tenant={tenant} />
        </>
      )}
    </>
  )
}
