import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { RunId } from '@tenantscope/contract/ids'
import { getSyncRun } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'

/** A run in progress is polled after this long without an event. */
const SILENCE_MS = 4_000

function syncRunKey(runId: RunId | null) {
  return ['sync-run', runId] as const
}

/** Reads a run. Events write into the same cache entry, which restarts the polling interval. */
export function syncRunQuery(client: QueryClient, runId: RunId | null) {
  const queryKey = syncRunKey(runId)
  return queryOptions<SyncRun>({
    queryKey,
    queryFn:
      runId === null
        ? skipToken
        : async ({ signal }) =>
            laterOf(
              client.getQueryData<SyncRun>(queryKey),
              await call(getSyncRun, { params: { runId } }, { signal }),
            ),
    refetchInterval: ({ state }) =>
      isGone(state.error) || (state.data && !isUnderWay(state.data)) ? false : SILENCE_MS,
  })
}

/** Stores an event or another reply about a run and returns the latest state of the run. */
export function storeRun(client: QueryClient, run: SyncRun): SyncRun {
  const key = syncRunKey(run.id)
  const latest = laterOf(client.getQueryData<SyncRun>(key), run)
  client.setQueryData<SyncRun>(key, latest)
  return latest
}

/** Returns whether the server no longer stores the run. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Returns whether a run still has tenants to read. */
export function isUnderWay(run: SyncRun): boolean {
  return run.state === 'queued' || run.state === 'running'
}

/**
 * Returns the later of two states of one run. An event and a polled reply can overtake each other, and
 * progress must never decrease.
 */
function laterOf(known: SyncRun | undefined, heard: SyncRun): SyncRun {
  if (known?.id !== heard.id) return heard
  if (isUnderWay(known) !== isUnderWay(heard)) return isUnderWay(known) ? heard : known
  return heard.tenants.done >= known.tenants.done ? heard : known
}
