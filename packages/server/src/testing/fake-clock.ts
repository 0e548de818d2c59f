import type { Clock } from '../lib/clock.ts'

export interface FakeClock extends Clock {
  advance(by: { hours?: number; minutes?: number; seconds?: number }): void
}

/** Starts now, because tokens of the simulated Microsoft live in real time, and moves only on request. */
export function createFakeClock(): FakeClock {
  let now = Date.now()
  return {
    now: () => new Date(now),
    advance({ hours = 0, minutes = 0, seconds = 0 }) {
      now += ((hours * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}
