import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { useEffect, useEffectEvent, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAppEvent } from '../../lib/use-app-event.ts'
import { AFTER_RECONNECTION_MS, expireTenantData } from './expire-tenant-data.ts'
import { isGone, isUnderWay, storeRun, syncRunQuery } from './sync-run.queries.ts'

interface RefreshOptions {
  scope: RefreshScope
  /** The run in the page's data, so that its progress is shown after a reload too. */
  knownRun?: SyncRun | null | undefined
  /** Called when there is new data (0), or there may be unless the visible data is younger than this. */
  onNewData: (freshForMs: number) => void
}

export type Refresh = ReturnType<typeof useRefresh>

/** Starts refreshes and follows all refreshes until they end. */
export function useRefresh({ scope, knownRun, onNewData }: RefreshOptions) {
  const client = useQueryClient()
  const followed = useFollowedRun(scope)

  const take = (heard: SyncRun, { holdsScope }: { holdsScope: boolean }) => {
    // An older state does not reopen a run that has ended.
    const run = storeRun(client, heard)
    // Several runs can be in progress: one is followed to its end, or the progress would jump.
    if (holdsScope && isUnderWay(run) && !followed.isUnderWay) followed.follow(run.id)
  }
  useAppEvent('sync-run', ({ run }) => {
    // An event does not name the tenants of its run, so a tenant's page follows only its own runs.
    take(run, { holdsScope: scope === 'all' })
    // The first event of a short run can be its end.
    if (run.id !== followed.runId && !isUnderWay(run)) onNewData(0)
  })
  // Events may have been missed before a reconnection.
  useAppEvent('hello', () => onNewData(AFTER_RECONNECTION_MS))

  const takeKnown = useEffectEvent(take)
  useEffect(() => {
    if (knownRun) takeKnown(knownRun, { holdsScope: true })
  }, [knownRun])

  const mutationKey = ['refresh', scope]
  const start = useMutation({
    mutationKey,
    mutationFn: () =>
      scope === 'all' ? call(refreshTenants) : call(refreshTenant, { params: { tenantId: scope } }),
    onSuccess: ({ runId }) => followed.followOwn(runId),
    onError: (error) => {
      showToast({ intent: 'error', title: 'Refresh Failed', text: userMessageOf(error) })
    },
  })

  const isBusy = followed.isUnderWay || start.isPending
  const onEnd = useEffectEvent(() => {
    // Without events, this is the first notice of the end.
    expireTenantData(client, 0)
    onNewData(0)
    if (followed.run && followed.wasStartedHere) showResult(followed.run)
  })
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !followed.isUnderWay) onEnd()
    wasUnderWay.current = followed.isUnderWay
  }, [followed.isUnderWay])
  return {
    run: followed.run,
    isUnderWay: isBusy,
    /** The ended run whose failures are shown. */
    ended: start.isPending ? undefined : followed.ended,
    start: () => {
      // Counted at once, unlike `isPending`: a double click starts one refresh.
      if (!isBusy && client.isMutating({ mutationKey }) === 0) start.mutate()
    },
    /** Hides the failures of the ended run. */
    dismiss: followed.dismiss,
  }
}

function showResult({ state, tenants, failures }: SyncRun): void {
  const read = tenants.total - tenants.failed
  if (state === 'failed' || read <= 0) {
    const text = failures[0]?.message ?? 'No tenant could be read. Please try again.'
    showToast({ intent: 'error', title: 'Refresh Failed', text })
    return
  }
  const total = tenants.total === 1 ? '1 tenant' : `${tenants.total} tenants`
  showToast({
    intent: tenants.failed === 0 ? 'success' : 'warning',
    title: 'Data Updated',
    text: tenants.failed === 0 ? `${total} refreshed.` : `${read} of ${total} refreshed.`,
  })
}

/** The scope of a refresh: all tenants of the user, or one of them. */
type RefreshScope = TenantId | 'all'

interface WatchedRuns {
  /** The run whose progress is shown. */
  followed: RunId | null
  /** The last run that the user started, until its result is dismissed. */
  startedHere: RunId | null
}

const NOTHING: WatchedRuns = { followed: null, startedHere: null }

// In the query cache, so that leaving a page does not lose it.
const watchedRunsQuery = (scope: RefreshScope) =>
  queryOptions<WatchedRuns>({
    queryKey: ['watched-runs', scope],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Follows the run of a scope; `ended` is the ended run whose failures are shown. */
export function useFollowedRun(scope: RefreshScope) {
  const client = useQueryClient()
  const query = watchedRunsQuery(scope)
  const { followed, startedHere } = useQuery(query).data ?? NOTHING
  const { data: run, error } = useQuery(syncRunQuery(client, followed))
  const { data: own } = useQuery(syncRunQuery(client, startedHere))
  const isFollowedUnderWay =
    followed !== null && !isGone(error) && (run === undefined || isUnderWay(run))
  const watch = (next: WatchedRuns) => {
    client.setQueryData(query.queryKey, next)
  }
  return {
    runId: followed,
    run,
    isUnderWay: isFollowedUnderWay,
    wasStartedHere: followed !== null && followed === startedHere,
    ended: endedOf(own, run),
    follow: (runId: RunId) => watch({ followed: runId, startedHere }),
    followOwn: (runId: RunId) => watch({ followed: runId, startedHere: runId }),
    /** Forgets what has ended and continues to follow what has not. */
    dismiss: () => watch({ followed: isFollowedUnderWay ? followed : null, startedHere: null }),
  }
}

/** Returns the user's own failed run until a later one has started, else the followed run once it has ended. */
function endedOf(own: SyncRun | undefined, followed: SyncRun | undefined): SyncRun | undefined {
  const isOwnSuperseded = own && followed && startedAfterEndOf(own, followed)
  if (own && own.failures.length > 0 && !isUnderWay(own) && !isOwnSuperseded) return own
  return followed && !isUnderWay(followed) ? followed : undefined
}

/** Runs that overlap can contain different tenants. */
function startedAfterEndOf({ finishedAt }: SyncRun, { startedAt }: SyncRun): boolean {
  // ISO 8601 in UTC sorts as text.
  return startedAt !== null && finishedAt !== null && startedAt >= finishedAt
}
