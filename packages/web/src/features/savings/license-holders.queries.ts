import { queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { listLicenseHolders } from '@tenantscope/contract/licenses'
import type { HolderKind } from '@tenantscope/contract/licenses'

import { call } from '../../lib/api.ts'
import { TENANT_HOLDERS } from '../../lib/tenant-data.ts'

interface HoldersKey {
  tenantId: TenantId
  skuId: string
  kind: HolderKind
}

/** The people behind a figure of a license. */
export function licenseHoldersQuery({ tenantId, skuId, kind }: HoldersKey) {
  return queryOptions({
    queryKey: [TENANT_HOLDERS, tenantId, skuId, kind],
    queryFn: ({ signal }) =>
      call(listLicenseHolders, { params: { tenantId }, query: { skuId, kind } }, { signal }),
  })
}
