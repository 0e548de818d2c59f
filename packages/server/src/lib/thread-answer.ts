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
 * Returns the first message of a thread and ends the thread. Throws ThreadEnded when the thread ends
 * before, and the signal's reason when the signal is aborted before.
 */
export function answerOf(thread: Worker, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    thread.once('message', resolve)
    thread.once('error', (error) => reject(new ThreadEnded('The thread failed', error)))
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', onAbort)
      reject(new ThreadEnded(`The thread exited with code ${code}`))
    })
  }).finally(() => void thread.terminate())
}
