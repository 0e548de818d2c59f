import type { Worker } from 'node:worker_threads'

/** A thread failed, or exited without an answer. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
  /** True when the thread reached its memory limit. */
  readonly isOutOfMemory: boolean

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.isOutOfMemory =
      cause instanceof Error && Reflect.get(cause, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
  }
}

/**
 * Returns the next message of a thread. Throws ThreadEnded when the thread ends before, and the signal's
 * reason when the signal is aborted before.
 */
export function messageOf(thread: Worker, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onAbort = (): void => reject(signal.reason)
  const onError = (error: unknown): void => reject(new ThreadEnded('The thread failed', error))
  const onExit = (code: number): void =>
    reject(new ThreadEnded(`The thread exited with code ${code}`))
  signal.addEventListener('abort', onAbort)
  thread.on('message', resolve).on('error', onError).on('exit', onExit)
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    thread.off('message', resolve).off('exit', onExit)
    // Without a listener, a later error of the thread would end the process.
    thread.on('error', ignore).off('error', onError)
  })
}

const ignore = (): void => undefined
