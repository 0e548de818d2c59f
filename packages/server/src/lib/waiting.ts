import { setTimeout as wait } from 'node:timers/promises'

import { AppError } from './app-error.ts'

/** Waits; throws early when the client disconnects or the server stops. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const waitUnlessGone: Sleep = async (ms, signal) => {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    throw interrupted()
  }
}

/** Waits for work, and throws `late` when it takes longer. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The error for a client that disconnected or a server that stops. */
export const interrupted = (): AppError =>
  new AppError('UNAVAILABLE', 'Tenantscope is stopping. Please try again in a moment.')
