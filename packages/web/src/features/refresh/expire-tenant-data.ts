import type { QueryClient } from '@tanstack/react-query'
import type { AppEvent } from '@tenantscope/contract/sync'

import {
  ALL_LICENSES,
  TENANT_DETAILS,
  TENANT_HOLDERS,
  TENANT_LIST,
  TENANT_PERMISSIONS,
} from '../../lib/tenant-data.ts'
import { AFTER_RECONNECTION_MS } from './read-again.ts'
import { isUnderWay } from './sync-runs.ts'

/** What a refresh changes; what else is kept of tenants has the time of its reading in its key. */
const OF_TENANTS = [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS, TENANT_HOLDERS, ALL_LICENSES]

/** Heeds an event whatever page is open: what was read before it is read again when it is next shown. */
export function expireOnEvent(client: QueryClient, event: AppEvent): void {
  if (event.type === 'hello') expireTenantData(client, AFTER_RECONNECTION_MS)
  else if (event.type === 'sync-run' && !isUnderWay(event.run)) expireTenantData(client, 0)
}

/**
 * Marks all tenants' data that are not younger than `freshForMs` as old. It reads nothing by itself: a
 * page that is open does that quietly, so that nobody's session is prolonged.
 */
export function expireTenantData(client: QueryClient, freshForMs: number): void {
  for (const key of OF_TENANTS)
    void client.invalidateQueries({
      queryKey: [key],
      refetchType: 'none',
      predicate: (query) => query.isStaleByTime(freshForMs),
    })
}
