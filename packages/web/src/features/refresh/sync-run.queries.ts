import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { RunId } from '@tenantscope/contract/ids'
import { getSyncRun } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { isUnderWay, laterOf } from './sync-runs.ts'

/** Without an event for this long, a run under way is asked for. */
const SILENCE_MS = 4_000

function syncRunKey(runId: RunId | null) {
  return ['sync-run', runId] as const
}

/**
 * A run as last heard of. Events write into the same entry, and each one starts the interval anew: it
 * polls only while the stream is silent.
 */
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

/** Takes over what an event or another answer says about a run, and answers with what is known now. */
export function hearOfRun(client: QueryClient, run: SyncRun): SyncRun {
  const key = syncRunKey(run.id)
  const latest = laterOf(client.getQueryData<SyncRun>(key), run)
  client.setQueryData<SyncRun>(key, latest)
  return latest
}

/** Whether the server no longer keeps the run: nothing more will be heard of it. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
