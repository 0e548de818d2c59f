import { setImmediate } from 'node:timers/promises'

import type { Clock, Sleep } from '@tenantscope/graph-client/clock'

export interface SteppedClock extends Clock {
  advance(by: { hours: number }): void
  /** Advances the clock instead of waiting. */
  sleep: Sleep
}

/** Advances only for its waiters, so that pauses of minutes take no time. */
export function createSteppedClock(start: Date): SteppedClock {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance({ hours }) {
      now += hours * 60 * 60 * 1_000
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      const until = now + ms
      await setImmediate()
      signal?.throwIfAborted()
      // Who waits beside others waits with them, not after them.
      now = Math.max(now, until)
    },
  }
}
