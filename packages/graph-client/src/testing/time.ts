import { reasonOf } from '../engine/abort.ts'
import type { Clock, Sleep } from '../engine/clock.ts'

const START = Date.parse('2026-11-20T08:30:00Z')

/** Waiting takes no time: the clock jumps to its end. For code that waits for one thing at a time. */
export function createJumpingTime() {
  let now = START
  const slept: number[] = []
  const clock: Clock = { now: () => new Date(now) }
  const sleep: Sleep = async (ms, signal) => {
    signal?.throwIfAborted()
    slept.push(ms)
    now += ms
  }
  return {
    clock,
    sleep,
    slept,
    pass(ms: number) {
      now += ms
    },
  }
}

/** Time is stopped until it is advanced; everything due meanwhile happens in order. */
export function createSteppingTime() {
  let now = START
  let timers: { at: number; ring: () => void }[] = []
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = { at: now + ms, ring: resolve }
      timers.push(timer)
      signal?.addEventListener('abort', () => {
        timers = timers.filter((other) => other !== timer)
        reject(reasonOf(signal))
      })
    })

  async function step(ms: number): Promise<void> {
    const end = now + ms
    await settled()
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      now = next.at
      timers = timers.filter((timer) => timer !== next)
      next.ring()
      await settled()
    }
    now = end
  }

  return {
    clock: { now: () => new Date(now) },
    sleep,
    step,
    sinceStart: () => now - START,
    pendingTimers: () => timers.length,
  }
}

/** Lets everything that waits for nothing but its turn run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
