import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { readAgain } from '../../features/refresh/read-again.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { organizationQuery } from './organization.queries.ts'

/** The partner's own directory, kept up to date by the refreshes that end while the page is open. */
export function useOrganization(): {
  details: UseQueryResult<TenantDetails | null>
  refresh: Refresh
} {
  const client = useQueryClient()
  const details = useQuery(organizationQuery({ isQuiet: false }))
  const refresh = useRefresh({
    // Until it is known which tenant is the own one, any refresh may be what brings it.
    scope: details.data?.tenant.id ?? 'all',
    onNewData: (freshForMs) => {
      // What could not be loaded at all is tried again when the reader asks for it.
      if (details.isLoadingError) return
      void readAgain(client, organizationQuery({ isQuiet: true }), freshForMs)
    },
  })
  return { details, refresh }
}
