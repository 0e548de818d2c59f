import { reasonOf } from './abort.ts'
import { SPACING_MS } from './budgets.ts'
import type { Budget } from './budgets.ts'
import { sleepFor } from './clock.ts'
import type { Clock, Sleep } from './clock.ts'

/** Decides when a request may start: few at once per tenant, many at once over all, none during a pause. */
export type Limiter = {
  /** Resolves when the request may start; call the result when it has ended, however it ended. */
  acquire(request: SlotRequest): Promise<Release>
  /** Microsoft said 429: nothing of this tenant, or of one budget of it, starts for so long. */
  pause(tenantId: string, scope: PauseScope, ms: number): void
  /** How long a pause still lasts; 0 without one. */
  pauseLeftMs(tenantId: string, budget: Budget): number
}

export type SlotRequest = { tenantId: string; budget: Budget; signal?: AbortSignal | undefined }
export type Release = () => void
export type PauseScope = Budget | 'tenant'

export type LimiterOptions = {
  clock: Clock
  sleep?: Sleep
  /** Requests in flight over all tenants. */
  maxConcurrent?: number
  /** Requests in flight for one tenant, so that a slow one cannot take every slot. */
  maxConcurrentPerTenant?: number
}

type Waiter = { budget: Budget; start: () => void }

type Lane = {
  waiters: Waiter[]
  running: number
  /** When the next request of a budget may start, in ms of the clock. */
  opensAt: Map<Budget, number>
  pausedUntil: Map<PauseScope, number>
}

/** The timer for the next budget that opens. */
type Wake = { at: number; cancel: AbortController }

const DEFAULT_MAX_CONCURRENT = 64
const DEFAULT_MAX_CONCURRENT_PER_TENANT = 6

/** One limiter serves the whole process, because its global bound is only true when it sees every request. */
export function createLimiter(options: LimiterOptions): Limiter {
  const maxConcurrent = options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT
  const sleep = options.sleep ?? sleepFor
  const maxPerTenant = options.maxConcurrentPerTenant ?? DEFAULT_MAX_CONCURRENT_PER_TENANT
  // In order of last service: whoever was served goes to the end, so tenants take turns.
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0
  let wake: Wake | null = null

  const now = () => options.clock.now().getTime()

  function laneOf(tenantId: string): Lane {
    const known = lanes.get(tenantId)
    if (known) return known
    const lane: Lane = { waiters: [], running: 0, opensAt: new Map(), pausedUntil: new Map() }
    lanes.set(tenantId, lane)
    return lane
  }

  function acquire({ tenantId, budget, signal }: SlotRequest): Promise<Release> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal))
    return new Promise((resolve, reject) => {
      const lane = laneOf(tenantId)
      const waiter: Waiter = {
        budget,
        start() {
          signal?.removeEventListener('abort', leave)
          resolve(releaseOnce(lane, budget))
        },
      }
      const leave = () => {
        lane.waiters.splice(lane.waiters.indexOf(waiter), 1)
        waiting -= 1
        // A timer that nobody waits for would keep a process alive that wants to end.
        if (waiting === 0) cancelWake()
        if (signal) reject(reasonOf(signal))
      }
      signal?.addEventListener('abort', leave, { once: true })
      lane.waiters.push(waiter)
      waiting += 1
      startWhatMay()
    })
  }

  function releaseOnce(lane: Lane, budget: Budget): Release {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      if (SPACING_MS[budget] > 0) lane.opensAt.set(budget, now() + SPACING_MS[budget])
      lane.running -= 1
      running -= 1
      startWhatMay()
    }
  }

  function startWhatMay(): void {
    for (const [tenantId, lane] of lanes) {
      if (running >= maxConcurrent) return
      if (isForgettable(lane)) lanes.delete(tenantId)
      else if (startOne(lane)) {
        // Deleting and setting again moves the tenant behind all others, and the loop meets it again there.
        lanes.delete(tenantId)
        lanes.set(tenantId, lane)
      }
    }
    wakeWhenSomethingOpens()
  }

  function startOne(lane: Lane): boolean {
    if (lane.running >= maxPerTenant) return false
    const at = now()
    const index = lane.waiters.findIndex((waiter) => opensAt(lane, waiter.budget) <= at)
    const [waiter] = index === -1 ? [] : lane.waiters.splice(index, 1)
    if (!waiter) return false
    // Counted from its end: a request may reach Microsoft any time between its start and its end.
    if (SPACING_MS[waiter.budget] > 0) lane.opensAt.set(waiter.budget, Number.POSITIVE_INFINITY)
    lane.running += 1
    running += 1
    waiting -= 1
    waiter.start()
    return true
  }

  function isForgettable(lane: Lane): boolean {
    if (lane.running > 0 || lane.waiters.length > 0) return false
    const at = now()
    return [...lane.opensAt.values(), ...lane.pausedUntil.values()].every((time) => time <= at)
  }

  function wakeWhenSomethingOpens(): void {
    const at = now()
    const opening = [...lanes.values()]
      .filter((lane) => lane.running < maxPerTenant)
      .flatMap((lane) => lane.waiters.map((waiter) => opensAt(lane, waiter.budget)))
      .filter((time) => time > at)
    const earliest = opening.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
    if (earliest === Number.POSITIVE_INFINITY || (wake && wake.at <= earliest)) return
    cancelWake()
    wake = { at: earliest, cancel: new AbortController() }
    void startAfter(earliest - at, wake)
  }

  async function startAfter(ms: number, own: Wake): Promise<void> {
    await sleep(ms, own.cancel.signal).catch(() => undefined)
    if (wake !== own) return
    wake = null
    startWhatMay()
  }

  function cancelWake(): void {
    wake?.cancel.abort()
    wake = null
  }

  return {
    acquire,
    pause(tenantId, scope, ms) {
      const { pausedUntil } = laneOf(tenantId)
      pausedUntil.set(scope, Math.max(pausedUntil.get(scope) ?? 0, now() + ms))
    },
    pauseLeftMs(tenantId, budget) {
      const lane = lanes.get(tenantId)
      return lane ? Math.max(0, pausedUntil(lane, budget) - now()) : 0
    },
  }
}

function opensAt(lane: Lane, budget: Budget): number {
  return Math.max(lane.opensAt.get(budget) ?? 0, pausedUntil(lane, budget))
}

function pausedUntil(lane: Lane, budget: Budget): number {
  return Math.max(lane.pausedUntil.get(budget) ?? 0, lane.pausedUntil.get('tenant') ?? 0)
}
