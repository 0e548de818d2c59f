import { queryOptions } from '@tanstack/react-query'
import { QUERY } from '@tenantscope/contract/limits'
import { getOwnTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { TENANT_DETAILS } from '../../lib/tenant-data.ts'

const MINUTE_MS = 60_000

/**
 * What was read of the partner's own directory; null where there is nothing that the reader may see.
 * `isQuiet` marks a read that nobody asked for: it prolongs no session.
 */
export function organizationQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, 'own'],
    queryFn: async ({ signal }): Promise<TenantDetails | null> => {
      try {
        return await call(getOwnTenantDetails, {}, { signal, background: isQuiet })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: QUERY.enhancedFreshMinutes * MINUTE_MS,
    retry: QUERY.enhancedRetries,
  })
}
