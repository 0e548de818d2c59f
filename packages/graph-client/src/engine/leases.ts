import type { Clock } from './clock.ts'

/**
 * How much of something Microsoft allows. `spacing`: one at a time, `ms` from the end of one to the
 * start of the next. `rate`: a token bucket that holds `capacity` units and fills in `perMs`.
 */
export type Quota =
  | { kind: 'spacing'; ms: number }
  | { kind: 'rate'; capacity: number; perMs: number }

export type LeaseRequest = {
  /** What is limited, such as `conditional-access/<tenant id>`. */
  key: string
  quota: Quota
  /** Of a rate; more than the complete capacity counts as the complete capacity. */
  units: number
  /** The process that asks. */
  holder: string
  /** A spaced lease whose holder died ends by itself after so long. */
  holdMs: number
}

/** Limits shared by several processes. A rejection of its methods fails the request. */
export type Leases = {
  /** Takes it (`waitMs` 0), or says after how many ms asking again is worth it. */
  ask(request: LeaseRequest): Promise<{ waitMs: number }>
  /** A spaced request has ended: its space counts from now. */
  end(request: LeaseRequest): Promise<void>
  /** Microsoft said so: nothing of this key for so long. */
  pause(key: string, ms: number): Promise<void>
}

type Lease = {
  /** When a spaced key is free, or a rate's bucket full again, in ms of the clock. */
  opensAt: number
  pausedUntil: number
  holder: string | null
  heldUntil: number
}

/** Poll interval for a key held by another process: the end of a request is not announced. */
const HELD_RETRY_MS = 100
/** Idle keys are removed when this number is exceeded. */
const MAX_KEPT = 10_000

/** Creates the limits of a single process. */
export function createLocalLeases(clock: Clock): Leases {
  const leases = new Map<string, Lease>()
  const now = () => clock.now().getTime()

  function leaseOf(key: string): Lease {
    const known = leases.get(key)
    if (known) return known
    if (leases.size >= MAX_KEPT) dropThoseAtRest()
    const lease = { opensAt: 0, pausedUntil: 0, holder: null, heldUntil: 0 }
    leases.set(key, lease)
    return lease
  }

  function dropThoseAtRest(): void {
    const at = now()
    for (const [key, { opensAt, pausedUntil, heldUntil }] of leases) {
      if (Math.max(opensAt, pausedUntil, heldUntil) <= at) leases.delete(key)
    }
  }

  return {
    async ask({ key, quota, units, holder, holdMs }) {
      const lease = leaseOf(key)
      const at = now()
      if (quota.kind === 'rate') return { waitMs: waitForUnits(lease, { ...quota, units, at }) }
      if (lease.holder !== null && lease.heldUntil > at) return { waitMs: HELD_RETRY_MS }
      const waitMs = Math.max(lease.opensAt, lease.pausedUntil) - at
      if (waitMs > 0) return { waitMs }
      Object.assign(lease, { holder, heldUntil: at + holdMs })
      return { waitMs: 0 }
    },
    async end({ key, quota, holder }) {
      const lease = leaseOf(key)
      if (quota.kind !== 'spacing' || lease.holder !== holder) return
      Object.assign(lease, { holder: null, heldUntil: 0, opensAt: now() + quota.ms })
    },
    async pause(key, ms) {
      const lease = leaseOf(key)
      lease.pausedUntil = Math.max(lease.pausedUntil, now() + ms)
    },
  }
}

type UnitsAsked = { capacity: number; perMs: number; units: number; at: number }

/** The generic cell rate algorithm: the bucket is one moment, the one at which it will be full. */
function waitForUnits(lease: Lease, { capacity, perMs, units, at }: UnitsAsked): number {
  const costMs = (perMs / capacity) * Math.min(units, capacity)
  const fullAt = Math.max(lease.opensAt, at)
  const waitMs = Math.max(fullAt + costMs - perMs, lease.pausedUntil) - at
  // A difference below the clock's resolution comes from rounding in the division.
  if (waitMs >= 1) return Math.ceil(waitMs)
  lease.opensAt = fullAt + costMs
  return 0
}
