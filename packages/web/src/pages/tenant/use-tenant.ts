import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { readAgain } from '../../features/refresh/read-again.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { tenantDetailsQuery } from './tenant.queries.ts'

/** A tenant's details, kept up to date by the refreshes that end while the page is open. */
export function useTenant(tenantId: TenantId): {
  details: UseQueryResult<TenantDetails>
  /** As the list of all tenants knows it, before the details arrive. */
  listedName: string | undefined
  /** False only where the list of all tenants says that there is no Microsoft connection. */
  isConnected: boolean
  refresh: Refresh
} {
  const client = useQueryClient()
  const details = useQuery(tenantDetailsQuery(tenantId, { isQuiet: false }))
  const refresh = useRefresh({
    scope: tenantId,
    knownRun: details.data?.currentRun,
    onNewData: (freshForMs) => {
      // What could not be loaded at all is tried again when the reader asks for it.
      if (details.isLoadingError) return
      void readAgain(client, tenantDetailsQuery(tenantId, { isQuiet: true }), freshForMs)
    },
  })
  const { queryKey } = tenantListQuery({ isQuiet: true })
  const list = client.getQueryData(queryKey)
  const listed = list?.tenants.find(({ id }) => id === tenantId)
  return {
    details,
    listedName: listed?.displayName,
    isConnected: list?.isConnected ?? true,
    refresh,
  }
}
