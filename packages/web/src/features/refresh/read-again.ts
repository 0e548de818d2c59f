import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Events that were missed while the stream was away matter only to data that are older than this. */
export const AFTER_RECONNECTION_MS = 30_000

/**
 * Reads a query again unless its data are younger than `freshForMs`. With 0 an answer that is still on
 * its way does not count: it may have been given before the change.
 */
export async function readAgain<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  freshForMs: number,
): Promise<void> {
  if (freshForMs === 0) await client.cancelQueries({ queryKey: query.queryKey })
  await client.prefetchQuery({ ...query, staleTime: freshForMs })
}
