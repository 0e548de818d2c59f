import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'

import { isGone, syncRunQuery } from './sync-run.queries.ts'
import { isUnderWay } from './sync-runs.ts'

/** Where a refresh is watched: over all tenants of the reader, or at one of them. */
export type RefreshScope = TenantId | 'all'

interface FollowedRun {
  runId: RunId | null
  /** The last account of it; undefined before the first one. */
  run: SyncRun | undefined
  isUnderWay: boolean
  follow: (runId: RunId | null) => void
}

/** The run that a scope watches. It is kept beside the data, so that leaving a page does not lose it. */
export function useFollowedRun(scope: RefreshScope): FollowedRun {
  const client = useQueryClient()
  const queryKey = ['followed-run', scope] as const
  const { data: runId = null } = useQuery<RunId | null>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const { data: run, error } = useQuery(syncRunQuery(client, runId))
  return {
    runId,
    run,
    isUnderWay: runId !== null && !isGone(error) && (run === undefined || isUnderWay(run)),
    follow: (next) => {
      client.setQueryData<RunId | null>(queryKey, next)
    },
  }
}
