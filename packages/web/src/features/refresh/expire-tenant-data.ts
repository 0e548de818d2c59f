import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppEvent } from '@tenantscope/contract/sync'

import {
  ALL_LICENSES,
  POSTURE,
  TENANT_DETAILS,
  TENANT_HOLDERS,
  TENANT_LIST,
  TENANT_PERMISSIONS,
} from '../../lib/tenant-data.ts'
import { isUnderWay } from './sync-run.queries.ts'

/** Data that a refresh changes; other cached tenant data has the time of its reading in its key. */
const OF_TENANTS = [
  TENANT_LIST,
  TENANT_DETAILS,
  TENANT_PERMISSIONS,
  TENANT_HOLDERS,
  ALL_LICENSES,
  POSTURE,
]

/** Handles an event on every page: data from before it is read again when it is next shown. */
export function expireOnEvent(client: QueryClient, event: AppEvent): void {
  if (event.type === 'hello') expireTenantData(client, AFTER_RECONNECTION_MS)
  else if (event.type === 'sync-run' && !isUnderWay(event.run)) expireTenantData(client, 0)
}

/**
 * Marks tenant data that is not younger than `freshForMs` as old. It reads nothing itself: the open
 * page does that in the background, which does not prolong the session.
 */
export function expireTenantData(client: QueryClient, freshForMs: number): void {
  for (const key of OF_TENANTS)
    void client.invalidateQueries({
      queryKey: [key],
      refetchType: 'none',
      predicate: (query) => query.isStaleByTime(freshForMs),
    })
}

/** After a reconnection, data that is younger than this is still current. */
export const AFTER_RECONNECTION_MS = 30_000

/**
 * Reads a query again unless its data is younger than `freshForMs`. With 0, a request in flight is
 * canceled: its response may be older than the change.
 */
export async function readAgain<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  freshForMs: number,
): Promise<void> {
  if (freshForMs === 0) await client.cancelQueries({ queryKey: query.queryKey })
  await client.prefetchQuery({ ...query, staleTime: freshForMs })
}
