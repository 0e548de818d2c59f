import { FATAL_EXIT_CODE } from '../lib/unexpected-end.ts'

const WITHIN_MS = 10 * 60_000
const MOST_RESTARTS = 5
const FIRST_PAUSE_MS = 500

/** How a process ended, as Node reports it. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Windows reports a crash as an exit code of this size. */
const FIRST_WINDOWS_CRASH = 0x8000_0000

/** True when a process ended by a signal or for an error at run time: a restart can help. */
export function isCrash({ code, signal }: ProcessEnd): boolean {
  if (signal !== null) return true
  return code === FATAL_EXIT_CODE || (code ?? 0) >= FIRST_WINDOWS_CRASH
}

/**
 * Returns the pause before the next restart, given the times of all crashes, the last one included. It
 * doubles with each crash within ten minutes. Returns null after five restarts within ten minutes.
 */
export function pauseBeforeRestart(crashes: readonly number[]): number | null {
  const last = crashes.at(-1) ?? 0
  const recent = crashes.filter((at) => last - at < WITHIN_MS).length
  return recent > MOST_RESTARTS ? null : FIRST_PAUSE_MS * 2 ** (recent - 1)
}
