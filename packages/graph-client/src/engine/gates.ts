import type { Charge } from './budgets.ts'
import type { Clock, Sleep } from './clock.ts'
import type { LeaseRequest, Leases } from './leases.ts'

/** One limit of Microsoft and the requests that wait for it. */
export type Gate<Line> = {
  readonly charge: Charge
  /**
   * True: passed, the units are taken. False: closed for now. 'asking': `resume` is called when the
   * answer is there, to retry before all other requests.
   */
  pass(units: number, resume: (error?: unknown) => void): boolean | 'asking'
  /** Waits until there is a reason to try again. */
  wait(line: Line): void
  leave(line: Line): void
  /** When to retry, in ms of the clock; a time in the past when unknown. */
  opensAt(): number
  /** Whether Microsoft's word, and not the quota, keeps it closed. */
  isPaused(): boolean
  /** A request that passed has ended, or will not be made; only a spaced one makes a difference. */
  end(): void
  /** Microsoft said so: closed for so long. Units that were taken before are worth nothing now. */
  close(ms: number): void
}

type GateOptions<Line> = {
  leases: Leases
  holder: string
  clock: Clock
  sleep: Sleep
  /** These may try again, in this order. */
  onOpen(lines: Line[]): void
  /** These wait at a gate that opens only then. */
  onClosed(lines: Line[], opensAt: number): void
}

/**
 * When the place of a process that died is free again. A request that takes longer than this is no
 * longer what its space is counted from; its own second has passed long ago.
 */
const HOLD_MS = 15_000

/** Requests units once for all waiting requests, and admits them while the granted units last. */
export function createGate<Line>(charge: Charge, options: GateOptions<Line>): Gate<Line> {
  const { leases, clock, sleep } = options
  const isSpaced = charge.quota.kind === 'spacing'
  const waiting = new Set<Line>()
  let granted = 0
  let opensAt = 0
  let pausedUntil = 0
  let isAsking = false
  let isHeld = false
  let alarm: AbortController | null = null

  const now = () => clock.now().getTime()
  const isPaused = () => pausedUntil > now()
  const requestOf = (units: number): LeaseRequest => ({
    key: charge.key,
    quota: charge.quota,
    units,
    holder: options.holder,
    holdMs: HOLD_MS,
  })

  function pass(units: number, resume: (error?: unknown) => void): boolean | 'asking' {
    // Also what is granted already waits, or a place would be held as long as Microsoft's pause lasts.
    if (isPaused()) return false
    if (granted >= units) {
      granted -= units
      isHeld = isSpaced
      return true
    }
    if (isAsking || isHeld || opensAt > now()) return false
    void ask(Math.max(charge.chunk, units - granted), resume)
    return 'asking'
  }

  async function ask(units: number, resume: (error?: unknown) => void): Promise<void> {
    isAsking = true
    const answer = await leases.ask(requestOf(units)).catch((error: unknown) => ({ error }))
    if ('error' in answer) resume(answer.error)
    else if (answer.waitMs > 0) {
      opensAt = Math.max(opensAt, now() + answer.waitMs)
      beforeOthers(resume)
    } else {
      granted += units
      resume()
    }
    // Only now, so that a caller with further requests waits behind the others.
    isAsking = false
    // The caller has cancelled meanwhile, or has to wait.
    if (isSpaced && granted > 0) endHold()
    openOrSetAlarm()
  }

  /** Puts a caller that was not served back to the front of the queue. */
  function beforeOthers(resume: () => void): void {
    const others = [...waiting]
    waiting.clear()
    resume()
    for (const line of others) waiting.add(line)
  }

  function endHold(): void {
    isHeld = false
    granted = 0
    if (charge.quota.kind === 'spacing') opensAt = Math.max(opensAt, now() + charge.quota.ms)
    // Where this is lost, the lease ends by itself.
    leases.end(requestOf(1)).catch(() => undefined)
  }

  function openOrSetAlarm(): void {
    alarm?.abort()
    alarm = null
    if (waiting.size === 0 || isAsking || isHeld) return
    const ms = opensAt - now()
    if (ms > 0) {
      alarm = new AbortController()
      void openAfter(ms, alarm)
      return
    }
    const lines = [...waiting]
    waiting.clear()
    options.onOpen(lines)
  }

  async function openAfter(ms: number, own: AbortController): Promise<void> {
    await sleep(ms, own.signal).catch(() => undefined)
    if (alarm === own) openOrSetAlarm()
  }

  return {
    charge,
    pass,
    wait(line) {
      waiting.add(line)
      if (alarm === null) openOrSetAlarm()
    },
    leave(line) {
      waiting.delete(line)
      // An unused timer would keep the process alive.
      if (waiting.size === 0) openOrSetAlarm()
    },
    opensAt: () => opensAt,
    isPaused,
    end() {
      if (!isHeld) return
      endHold()
      openOrSetAlarm()
    },
    close(ms) {
      granted = 0
      pausedUntil = Math.max(pausedUntil, now() + ms)
      opensAt = Math.max(opensAt, pausedUntil)
      if (charge.isShared) leases.pause(charge.key, ms).catch(() => undefined)
      openOrSetAlarm()
      options.onClosed([...waiting], opensAt)
    },
  }
}
