import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'

import { isGone, syncRunQuery } from './sync-run.queries.ts'
import { beganAfter, isUnderWay } from './sync-runs.ts'

/** Where a refresh is watched: over all tenants of the reader, or at one of them. */
export type RefreshScope = TenantId | 'all'

interface WatchedRuns {
  /** The run whose progress is shown. */
  followed: RunId | null
  /** The last run that the reader started, until its outcome is dismissed. */
  startedHere: RunId | null
}

interface FollowedRun {
  runId: RunId | null
  /** The last account of it; undefined before the first one. */
  run: SyncRun | undefined
  isUnderWay: boolean
  wasStartedHere: boolean
  /** The ended run whose failures concern the reader: their own one's, until a later run begins. */
  ended: SyncRun | undefined
  follow: (runId: RunId) => void
  followOwn: (runId: RunId) => void
  /** Forgets what has ended, and goes on following what has not. */
  dismiss: () => void
}

const NOTHING: WatchedRuns = { followed: null, startedHere: null }

/** The run that a scope watches. It is kept beside the data, so that leaving a page does not lose it. */
export function useFollowedRun(scope: RefreshScope): FollowedRun {
  const client = useQueryClient()
  const queryKey = ['watched-runs', scope] as const
  const { data: watched = NOTHING } = useQuery<WatchedRuns>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const { followed, startedHere } = watched
  const { data: run, error } = useQuery(syncRunQuery(client, followed))
  const { data: own } = useQuery(syncRunQuery(client, startedHere))
  const isFollowedUnderWay =
    followed !== null && !isGone(error) && (run === undefined || isUnderWay(run))
  const watch = (next: WatchedRuns) => {
    client.setQueryData<WatchedRuns>(queryKey, next)
  }
  return {
    runId: followed,
    run,
    isUnderWay: isFollowedUnderWay,
    wasStartedHere: followed !== null && followed === startedHere,
    ended: endedOf(own, run),
    follow: (runId) => watch({ followed: runId, startedHere }),
    followOwn: (runId) => watch({ followed: runId, startedHere: runId }),
    dismiss: () => watch({ followed: isFollowedUnderWay ? followed : null, startedHere: null }),
  }
}

function endedOf(own: SyncRun | undefined, followed: SyncRun | undefined): SyncRun | undefined {
  const isOwnSuperseded = own && followed && beganAfter(followed, own)
  if (own && own.failures.length > 0 && !isUnderWay(own) && !isOwnSuperseded) return own
  return followed && !isUnderWay(followed) ? followed : undefined
}
