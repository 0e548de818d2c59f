import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import type { StoredFrame, StoredPage, TableText } from '../stored-rows.ts'
import type { JudgedRows, JudgingMessage, JudgingRequest } from './judging-protocol.ts'

/** Rows of a page after which requests are served first. */
const LARGE_PAGE = 200

/** The thread ended, was too slow or sent an error. */
export class JudgingFailed extends Error {
  override readonly name = 'JudgingFailed'
}

export interface TenantToJudge {
  readonly frame: StoredFrame
  readonly chunks: AsyncIterable<StoredPage | readonly TableText[]>
  readonly now: Date
}

export type JudgingThread = ReturnType<typeof createJudgingThread>

interface Settings {
  /** Memory limit of the thread. */
  readonly megabytes?: number
  /** The thread ends when nothing was judged for this time. */
  readonly idleMs?: number
  /** Maximum time of one tenant, once its rows are sent. */
  readonly limitMs?: number
}

/** Judges tenants one after the other in a thread, which starts on demand. */
export function createJudgingThread({
  megabytes = 1_024,
  idleMs = 60_000,
  limitMs = 60_000,
}: Settings = {}) {
  let running: Running | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function stop(reason: string): Promise<void> {
    clearTimeout(idleTimer)
    const ended = running
    running = null
    await ended?.stop(reason)
  }

  async function judgeOne({ frame, chunks, now }: TenantToJudge): Promise<JudgedRows> {
    if (isClosed) throw new JudgingFailed('The server is shutting down')
    clearTimeout(idleTimer)
    if (running?.hasEnded() !== false) running = startThread(megabytes)
    const thread = running
    const judged = thread.begin()
    try {
      for await (const chunk of chunks) {
        if (thread.hasEnded()) break
        if (!('table' in chunk)) {
          thread.send({ kind: 'texts', texts: chunk })
          continue
        }
        thread.send({ kind: 'rows', page: chunk })
        // Copying a large page takes milliseconds, in which no request is served.
        if (chunk.rows.length > LARGE_PAGE) await nextTurn()
      }
      thread.send({ kind: 'judge', frame, now })
      return await withinLimit(judged, limitMs, () => void stop('Judging took too long'))
    } finally {
      idleTimer = setTimeout(() => void stop('The thread was idle'), idleMs).unref()
    }
  }

  return {
    /** Returns the judgements of every check. Rejects with JudgingFailed when the thread fails. */
    judge(tenant: TenantToJudge): Promise<JudgedRows> {
      const judged = last.then(() => judgeOne(tenant))
      last = judged.catch(() => undefined)
      return judged
    },

    /** Ends the thread and the judging in progress, and refuses more. */
    async close(): Promise<void> {
      isClosed = true
      await stop('The server is shutting down')
    },
  }
}

interface Running {
  /** Begins a tenant; the promise settles with its outcome, or with the end of the thread. */
  begin(): Promise<JudgedRows>
  send(request: JudgingRequest): void
  hasEnded(): boolean
  stop(reason: string): Promise<void>
}

/** Starts a thread that never keeps the process from ending. */
function startThread(megabytes: number): Running {
  const worker = new Worker(new URL('judging-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.unref()
  let pending = Promise.withResolvers<JudgedRows>()
  let hasEnded = false

  const end = (error: Error): void => {
    hasEnded = true
    pending.reject(error)
  }
  worker.on('message', (message: JudgingMessage) => {
    if (message.kind === 'judged') pending.resolve(message)
    else pending.reject(failedIn(message))
  })
  worker.on('error', (error) => end(new JudgingFailed('The thread failed', { cause: error })))
  worker.on('exit', (code) => end(new JudgingFailed(`The thread exited with code ${code}`)))

  return {
    begin() {
      pending = Promise.withResolvers()
      const judged = pending.promise
      // Handled when the rows are sent; the thread may end before.
      judged.catch(() => undefined)
      worker.postMessage({ kind: 'begin' } satisfies JudgingRequest, [])
      return judged
    },
    send: (request) => worker.postMessage(request, []),
    hasEnded: () => hasEnded,
    async stop(reason) {
      end(new JudgingFailed(reason))
      await worker.terminate()
    },
  }
}

async function withinLimit<Value>(
  work: Promise<Value>,
  limitMs: number,
  onExceeded: () => void,
): Promise<Value> {
  const timer = setTimeout(onExceeded, limitMs).unref()
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

function failedIn({ message, stack }: Extract<JudgingMessage, { kind: 'failed' }>): JudgingFailed {
  const error = new JudgingFailed(message)
  if (stack !== undefined) error.stack = stack
  return error
}
