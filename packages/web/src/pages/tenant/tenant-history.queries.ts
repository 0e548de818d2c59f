import { queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantHistory } from '@tenantscope/contract/tenants'

import { call } from '../../lib/api.ts'
import { TENANT_HISTORY } from '../../lib/tenant-data.ts'

/** A tenant's counts by day. Newer data (`dataAsOf`) add to them. */
export function tenantHistoryQuery(tenantId: TenantId, dataAsOf: string | null) {
  return queryOptions({
    queryKey: [TENANT_HISTORY, tenantId, dataAsOf],
    queryFn: ({ signal }) => call(getTenantHistory, { params: { tenantId } }, { signal }),
  })
}
