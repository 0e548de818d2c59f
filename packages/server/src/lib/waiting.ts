import { setTimeout as wait } from 'node:timers/promises'

import { AppError } from './app-error.ts'

/** Waits for a call; ends early, by throwing, when the caller went away or the server stops. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const waitUnlessGone: Sleep = async (ms, signal) => {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    throw interrupted()
  }
}

/** Whoever asked has left, or the server stops and everybody has to. */
export const interrupted = (): AppError =>
  new AppError('UNAVAILABLE', 'Tenantscope is stopping. Please try again in a moment.')
