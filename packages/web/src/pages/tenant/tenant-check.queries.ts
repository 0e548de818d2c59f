import { queryOptions } from '@tanstack/react-query'
import { checkTenantPermissions } from '@tenantscope/contract/azure'
import type { TenantId } from '@tenantscope/contract/ids'
import { LIVE_CALL_SECONDS, QUERY } from '@tenantscope/contract/limits'

import { call } from '../../lib/api.ts'

/** The server answers within its limit; on top of it comes the way there and back. */
const PATIENCE_MS = (LIVE_CALL_SECONDS + 2) * 1_000

/** What Microsoft says that the tenant grants, asked when somebody opens it. */
export function tenantCheckQuery(tenantId: TenantId) {
  const freshMs = QUERY.tenantPermissionsFreshSeconds * 1_000
  return queryOptions({
    queryKey: ['tenant-permission-check', tenantId],
    queryFn: ({ signal }) =>
      call(
        checkTenantPermissions,
        { params: { tenantId } },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) },
      ),
    staleTime: freshMs,
    gcTime: freshMs,
  })
}
