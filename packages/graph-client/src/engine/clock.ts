import { setTimeout as wait } from 'node:timers/promises'

/** The time, injected so that tests can set it. */
export type Clock = { now(): Date }

/** Waits, or rejects with the signal's reason when aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number

/** Real waiting. */
export const sleepFor: Sleep = async (ms, signal) => {
  signal?.throwIfAborted()
  try {
    await wait(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    // The timer's own AbortError hides why: a deadline and a cancelled call differ.
    signal?.throwIfAborted()
    throw error
  }
}
