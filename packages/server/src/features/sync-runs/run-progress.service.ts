import { setTimeout as sleep } from 'node:timers/promises'

import type { RunId, UserId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'
import type { Logger } from 'pino'

import type { Clock } from '../../lib/clock.ts'
import type { RunViewsRepo } from './run-views.repo.ts'
import { presentRun } from './sync-runs.rules.ts'
import type { VisibleRun } from './sync-runs.rules.ts'

export type RunProgress = ReturnType<typeof createRunProgress>

interface Listener {
  readonly userId: UserId
  /** The last message per run: a run is sent again only when the reader's part of it changed. */
  readonly sent: Map<RunId, string>
  /** At most the newest state of each run, however slowly the reader takes them. */
  readonly waiting: Map<RunId, SyncRun>
  wake: () => void
}

const POLL_MS = 500
/** Ended runs are included for this time, for readers who reconnect. */
const RECENT_MS = 60_000

/**
 * Progress of runs, also of those that other processes work on: while a listener is connected, one poller of
 * this process looks at the runs under way.
 */
export function createRunProgress(deps: {
  views: RunViewsRepo
  clock: Clock
  logger: Logger
  pollMs?: number
}) {
  const { views, clock, logger, pollMs = POLL_MS } = deps
  const listeners = new Set<Listener>()
  let isPolling = false

  async function pollWhileListened(): Promise<void> {
    if (isPolling) return
    isPolling = true
    while (listeners.size > 0) {
      await poll().catch((error: unknown) =>
        logger.warn({ err: error }, 'reading refresh progress failed'),
      )
      await sleep(pollMs, undefined, { ref: false })
    }
    isPolling = false
  }

  async function poll(): Promise<void> {
    const since = new Date(clock.now().getTime() - RECENT_MS)
    // Asked each time, so that a right that was given or taken away counts at once.
    const readers = await views.findReaders([...new Set([...listeners].map((each) => each.userId))])
    const idsOf = (seesAllTenants: boolean) =>
      readers.filter((each) => each.seesAllTenants === seesAllTenants).map(({ id }) => id)
    const [seesAll, seesGranted] = [idsOf(true), idsOf(false)]
    if (seesAll.length > 0) for (const run of await views.findRunsForAll(since)) offer(seesAll, run)
    if (seesGranted.length > 0)
      for (const run of await views.findRunsForGranted(seesGranted, since)) offer([run.userId], run)
  }

  function offer(userIds: readonly UserId[], visible: VisibleRun): void {
    const run = presentRun(visible)
    const text = JSON.stringify(run)
    for (const listener of listeners) {
      if (!userIds.includes(listener.userId) || listener.sent.get(run.id) === text) continue
      listener.sent.set(run.id, text)
      listener.waiting.set(run.id, run)
      listener.wake()
    }
  }

  return {
    /** The reader's runs: those under way at once, then each whenever the reader's part of it changed. */
    async *changes(userId: UserId, signal: AbortSignal): AsyncGenerator<SyncRun, void> {
      const listener: Listener = { userId, sent: new Map(), waiting: new Map(), wake: () => {} }
      const stop = () => listener.wake()
      signal.addEventListener('abort', stop)
      listeners.add(listener)
      void pollWhileListened()
      try {
        while (!signal.aborted) {
          const runs = [...listener.waiting.values()]
          listener.waiting.clear()
          yield* runs
          if (listener.waiting.size === 0 && !signal.aborted)
            await new Promise<void>((resolve) => {
              listener.wake = resolve
            })
        }
      } finally {
        listeners.delete(listener)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
