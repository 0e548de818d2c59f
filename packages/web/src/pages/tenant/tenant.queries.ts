import { queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantDetails } from '@tenantscope/contract/tenants'

import { call } from '../../lib/api.ts'
import { TENANT_DETAILS } from '../../lib/tenant-data.ts'

/** What was read of a tenant. `isQuiet` marks a read that nobody asked for: it prolongs no session. */
export function tenantDetailsQuery(tenantId: TenantId, { isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, tenantId],
    queryFn: ({ signal }) =>
      call(getTenantDetails, { params: { tenantId } }, { signal, background: isQuiet }),
  })
}
