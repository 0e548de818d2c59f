import { Worker } from 'node:worker_threads'

import { AppError } from '../../../lib/app-error.ts'
import { slicesOf } from '../../../lib/text-slices.ts'
import type { ReportLook } from '../formats/report-writer.ts'
import { WINDOW_CHUNKS } from './worker-protocol.ts'
import type { WorkerMessage, WorkerRequest, WrittenFormat } from './worker-protocol.ts'

/** The thread ended or sent an unexpected reply; the cause is logged. */
class WritingFailed extends Error {
  override readonly name = 'WritingFailed'
}

export interface ThreadJob {
  readonly document: string
  readonly look: ReportLook
  readonly format: WrittenFormat
}

interface ThreadWatch {
  onProgress(written: number, total: number | null): void
  /** All is written, though perhaps not yet read. */
  onWritten(): void
}

export interface WritingThread {
  /** Writes one report; not before the one before has ended. */
  write(job: ThreadJob, watch: ThreadWatch): ChunkReader
  /** Ends it, whatever it is doing. */
  stop(): Promise<void>
}

interface ChunkReader {
  /** The next bytes, or null behind the last; rejects when writing failed. */
  next(): Promise<Uint8Array | null>
  /** Nothing more is wanted: what is unread goes, and who waits for bytes hears this. */
  fail(error: unknown): void
}

/** The reader says so often that it has read: in fewer messages than one per chunk. */
const TAKEN_AT_ONCE = WINDOW_CHUNKS / 4

/** A thread that never keeps the process from ending; `onEnded` hears when it is no more. */
export function startWritingThread(options: {
  megabytes: number
  onEnded: (thread: WritingThread) => void
}): WritingThread {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.megabytes },
  })
  worker.unref()
  const send = (request: WorkerRequest): void => worker.postMessage(request, [])
  let inbox: Inbox | null = null
  let hasEnded = false

  const end = (error: Error): void => {
    hasEnded = true
    if (inbox?.hasEnded() === false) inbox.fail(error)
    options.onEnded(thread)
  }
  worker.on('message', (message: WorkerMessage) => inbox?.receive(message))
  worker.on('error', (error) => end(failureOf(error)))
  worker.on('exit', (code) => end(new WritingFailed(`The worker thread exited with code ${code}`)))

  const thread: WritingThread = {
    write(job, watch) {
      const own = createInbox(watch, (chunks) => send({ kind: 'taken', chunks }))
      inbox = own
      if (hasEnded) own.fail(new WritingFailed('The worker thread had already exited'))
      else void sendJob(job, { send, isWanted: () => !own.hasEnded() })
      return own
    },
    async stop() {
      hasEnded = true
      await worker.terminate()
    },
  }
  return thread
}

async function sendJob(
  { document, format, look }: ThreadJob,
  { send, isWanted }: { send: (request: WorkerRequest) => void; isWanted: () => boolean },
): Promise<void> {
  for await (const text of slicesOf(document)) {
    if (!isWanted()) return
    send({ kind: 'part', text })
  }
  send({ kind: 'write', format, look })
}

interface Inbox extends ChunkReader {
  receive(message: WorkerMessage): void
  hasEnded(): boolean
}

type Ending = { error: unknown } | 'written'

function createInbox(watch: ThreadWatch, onTaken: (chunks: number) => void): Inbox {
  const chunks: Uint8Array[] = []
  let total: number | null = null
  let taken = 0
  let ending: Ending | null = null
  let wake: (() => void) | null = null

  const endWith = (how: Ending): void => {
    ending = how
    wake?.()
  }

  return {
    receive(message) {
      switch (message.kind) {
        case 'started':
          total = message.total
          return watch.onProgress(0, total)
        case 'progress':
          return watch.onProgress(message.written, total)
        case 'chunk':
          chunks.push(message.bytes)
          return wake?.()
        case 'done':
          endWith('written')
          return watch.onWritten()
        case 'refused':
          endWith({ error: new AppError(message.code, message.message) })
          return watch.onWritten()
        case 'failed':
          return endWith({ error: failedIn(message) })
      }
    },
    async next() {
      for (;;) {
        if (ending !== null && ending !== 'written') throw ending.error
        const chunk = chunks.shift()
        if (chunk !== undefined) {
          taken += 1
          if (taken % TAKEN_AT_ONCE === 0 && ending === null) onTaken(TAKEN_AT_ONCE)
          return chunk
        }
        if (ending === 'written') return null
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
    },
    fail(error) {
      chunks.length = 0
      endWith({ error })
    },
    hasEnded: () => ending !== null,
  }
}

function failedIn({ message, stack }: Extract<WorkerMessage, { kind: 'failed' }>): WritingFailed {
  const error = new WritingFailed(message)
  if (stack !== undefined) error.stack = stack
  return error
}

function failureOf(error: unknown): Error {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError(
      'PAYLOAD_TOO_LARGE',
      'This report is too large to be written in this format. Choose fewer users or licenses, or the CSV format.',
    )
  return error instanceof Error ? error : new WritingFailed(String(error))
}
