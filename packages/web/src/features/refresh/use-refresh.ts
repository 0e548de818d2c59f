import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { useEffect, useEffectEvent, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAppEvent } from '../../lib/use-app-event.ts'
import { expireTenantData } from './expire-tenant-data.ts'
import { AFTER_RECONNECTION_MS } from './read-again.ts'
import { hearOfRun } from './sync-run.queries.ts'
import { isUnderWay, tenantCount } from './sync-runs.ts'
import { useFollowedRun } from './use-followed-run.ts'
import type { RefreshScope } from './use-followed-run.ts'

interface RefreshOptions {
  scope: RefreshScope
  /** A run that the page's own data know of, so that a reload goes on showing its progress. */
  knownRun?: SyncRun | null | undefined
  /** New data are there (0), or may be there unless what is shown is younger than this. */
  onNewData: (freshForMs: number) => void
}

export interface Refresh {
  run: SyncRun | undefined
  isUnderWay: boolean
  /** The ended run whose failures are to be named. */
  ended: SyncRun | undefined
  start: () => void
  /** Forgets the run that ended, and with it the notice of its failures. */
  dismiss: () => void
}

/** Starts refreshes and follows them, whoever started them, until they end. */
export function useRefresh({ scope, knownRun, onNewData }: RefreshOptions): Refresh {
  const client = useQueryClient()
  const followed = useFollowedRun(scope)

  const take = (heard: SyncRun, { holdsScope }: { holdsScope: boolean }) => {
    // An older account of a run that has ended does not bring it back.
    const run = hearOfRun(client, heard)
    // Several runs can be under way at once: one is followed to its end, or the progress would jump.
    if (holdsScope && isUnderWay(run) && !followed.isUnderWay) followed.follow(run.id)
  }
  useAppEvent('sync-run', ({ run }) => {
    // Which tenants a run holds is not said: of these a single tenant's page follows only its own.
    take(run, { holdsScope: scope === 'all' })
    // A short run may be heard of only when it is over.
    if (run.id !== followed.runId && !isUnderWay(run)) onNewData(0)
  })
  // The stream was away: what ended meanwhile was not heard.
  useAppEvent('hello', () => onNewData(AFTER_RECONNECTION_MS))

  const takeKnown = useEffectEvent(take)
  useEffect(() => {
    if (knownRun) takeKnown(knownRun, { holdsScope: true })
  }, [knownRun])

  const start = useMutation({
    mutationFn: () =>
      scope === 'all' ? call(refreshTenants) : call(refreshTenant, { params: { tenantId: scope } }),
    onSuccess: ({ runId }) => followed.followOwn(runId),
    onError: (error) => {
      showToast({ intent: 'error', title: 'Refresh Failed', text: userMessageOf(error) })
    },
  })

  const isBusy = followed.isUnderWay || start.isPending
  useRunEnd(followed, (run) => {
    // Where events are silent, this is the first to learn of the end.
    expireTenantData(client, 0)
    onNewData(0)
    if (run && followed.wasStartedHere) sayHowItEnded(run)
  })
  return {
    run: followed.run,
    isUnderWay: isBusy,
    ended: start.isPending ? undefined : followed.ended,
    start: () => {
      if (!isBusy) start.mutate()
    },
    dismiss: followed.dismiss,
  }
}

/** Calls once when the followed run ends while the page is open. */
function useRunEnd(
  followed: { isUnderWay: boolean; run: SyncRun | undefined },
  onEnd: (run: SyncRun | undefined) => void,
): void {
  const wasUnderWay = useRef(false)
  const tellEnd = useEffectEvent(() => onEnd(followed.run))
  useEffect(() => {
    if (wasUnderWay.current && !followed.isUnderWay) tellEnd()
    wasUnderWay.current = followed.isUnderWay
  }, [followed.isUnderWay])
}

function sayHowItEnded({ state, tenants, failures }: SyncRun): void {
  const read = tenants.total - tenants.failed
  if (state === 'failed' || read <= 0) {
    const text = failures[0]?.message ?? 'No tenant could be read. Please try again.'
    showToast({ intent: 'error', title: 'Refresh Failed', text })
    return
  }
  const text =
    tenants.failed === 0
      ? `${tenantCount(read)} read again.`
      : `${read} of ${tenantCount(tenants.total)} read again.`
  showToast({ intent: tenants.failed === 0 ? 'success' : 'warning', title: 'Data Updated', text })
}
