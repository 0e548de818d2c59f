import { REPORTS } from '@tenantscope/contract/limits'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import type { Logger } from 'pino'

import { AppError } from '../../../lib/app-error.ts'
import type { ReportLook } from '../formats/report-writer.ts'
import { createPlaces } from './places.ts'
import { slicesOf } from './text-slices.ts'
import { createThreads } from './threads.ts'
import type { ThreadJob } from './writing-thread.ts'

/** A report as it is kept, and the file that is wanted of it. */
export interface ReportToSend {
  /** The JSON text of a ReportDocument, as stored. */
  readonly document: string
  readonly look: ReportLook
  readonly format: ReportFormat
}

export type WritingProgress =
  /** 1 is the next in line. */
  | { readonly state: 'queued'; readonly position: number }
  /** People of the report. */
  | { readonly state: 'writing'; readonly written: number; readonly total: number }

interface WriteOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: WritingProgress) => void
}

export interface ReportWriting {
  /**
   * Streams one file, written in a thread of its own; waits in line when REPORTS.writtenAtOnce are under
   * way. Begins with the first read. Ending the signal or no longer reading ends the thread and frees its
   * place; the signal's reason is thrown. Throws AppError when the file cannot be written.
   */
  write(report: ReportToSend, options: WriteOptions): AsyncIterable<Uint8Array>
  /** Ends what is under way and refuses what comes. */
  close(): Promise<void>
}

interface Settings {
  readonly logger: Logger
  /** What one thread may hold; a report that needs more is refused. */
  readonly threadMegabytes?: number
  /** A reader who takes nothing for so long loses the place when others wait. */
  readonly stalledReaderMs?: number
  readonly idleThreadMs?: number
}

export function createReportWriting({
  logger,
  threadMegabytes = 1_024,
  stalledReaderMs = 30_000,
  idleThreadMs = 60_000,
}: Settings): ReportWriting {
  const places = createPlaces(REPORTS.writtenAtOnce)
  const threads = createThreads({ megabytes: threadMegabytes, idleMs: idleThreadMs })
  const underWay = new Set<AbortController>()
  let isClosed = false

  async function* writeInTurn(job: ThreadJob, options: WriteOptions): AsyncGenerator<Uint8Array> {
    const { signal, onProgress } = options
    const onPosition = (position: number): void => onProgress?.({ state: 'queued', position })
    const leave = await places.take(signal, onPosition)
    try {
      yield* writeInThread(job, options, leave)
    } finally {
      leave()
    }
  }

  /** Calls `leave` when all is written: whoever reads slowly may go on without a place. */
  async function* writeInThread(
    job: ThreadJob,
    { signal, onProgress }: WriteOptions,
    leave: () => void,
  ): AsyncGenerator<Uint8Array> {
    const thread = threads.take()
    let isWritten = false
    const reader = thread.write(job, {
      onProgress: (written, total) => onProgress?.({ state: 'writing', written, total }),
      onWritten() {
        isWritten = true
        threads.giveBack(thread)
        leave()
      },
    })
    const giveUp = (error: unknown): void => {
      reader.fail(error)
      if (!isWritten) threads.stop(thread)
      leave()
    }
    const onAbort = (): void => giveUp(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const onStalled = (): void => {
      if (!isWritten && places.hasLine()) giveUp(stalled())
    }
    try {
      for (;;) {
        const chunk = await reader.next()
        if (chunk === null) return
        const timer = setInterval(onStalled, stalledReaderMs).unref()
        try {
          yield chunk
        } finally {
          clearInterval(timer)
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      giveUp(new Error('Nobody reads the file'))
    }
  }

  return {
    async *write({ document, look, format }, { signal, onProgress }) {
      if (isClosed) throw shuttingDown()
      signal.throwIfAborted()
      const ended = new AbortController()
      const end = (): void => ended.abort(signal.reason)
      signal.addEventListener('abort', end, { once: true })
      underWay.add(ended)
      try {
        const options = { signal: ended.signal, ...(onProgress && { onProgress }) }
        yield* format === 'json'
          ? writeText(document, ended.signal)
          : writeInTurn({ document, look, format }, options)
      } catch (error) {
        if (ended.signal.aborted || error instanceof AppError) throw error
        logger.error({ err: error, format }, 'a report could not be written')
        throw new AppError('INTERNAL', 'The file could not be written. Please try again.')
      } finally {
        underWay.delete(ended)
        signal.removeEventListener('abort', end)
      }
    },

    async close() {
      isClosed = true
      for (const ended of underWay) ended.abort(shuttingDown())
      await threads.close()
    },
  }
}

async function* writeText(text: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const slice of slicesOf(text)) {
    signal.throwIfAborted()
    yield Buffer.from(slice)
  }
}

const shuttingDown = (): AppError => new AppError('UNAVAILABLE', 'The server is shutting down')

const stalled = (): AppError =>
  new AppError('UNAVAILABLE', 'The download stood still while others waited. Please try again.')
