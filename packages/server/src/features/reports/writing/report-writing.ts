import { REPORTS } from '@tenantscope/contract/limits'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import type { Logger } from 'pino'

import { AppError } from '../../../lib/app-error.ts'
import { slicesOf } from '../../../lib/text-slices.ts'
import type { ReportLook } from '../formats/report-writer.ts'
import { createPlaces } from './places.ts'
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
  /** People of the report; null for a type without people. */
  | { readonly state: 'writing'; readonly written: number; readonly total: number | null }

interface WriteOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: WritingProgress) => void
  /** Anonymous downloads never use the last worker slot. */
  readonly isForStranger?: boolean
}

export type ReportWriting = ReturnType<typeof createReportWriting>

interface Settings {
  readonly logger: Logger
  /** Memory limit of one thread; a report that needs more is refused. */
  readonly threadMegabytes?: number
  /** A reader who takes nothing for so long loses the place when others wait. */
  readonly stalledReaderMs?: number
  /** Limit of the reports that are written or waiting, in characters; anonymous downloads get half of it. */
  readonly heldCharacters?: number
  readonly idleThreadMs?: number
}

/** Stalls that a stranger may make of one file, all its pauses added up. */
const STRANGERS_PATIENCE = 4

export function createReportWriting({
  logger,
  threadMegabytes = 1_024,
  stalledReaderMs = 30_000,
  heldCharacters = 256 * 1_024 * 1_024,
  idleThreadMs = 60_000,
}: Settings) {
  const places = createPlaces(REPORTS.writtenAtOnce)
  const strangersPlaces = createPlaces(REPORTS.writtenAtOnce - 1)
  const threads = createThreads({ megabytes: threadMegabytes, idleMs: idleThreadMs })
  const underWay = new Map<AbortController, { characters: number; isForStranger: boolean }>()
  let isClosed = false

  /** One report is always written, however large; more only as long as the memory is there. */
  function refuseTooMuch(characters: number, isForStranger: boolean): void {
    const most = isForStranger ? heldCharacters / 2 : heldCharacters
    const held = underWay
      .values()
      .filter((each) => each.isForStranger || !isForStranger)
      .reduce((total, each) => total + each.characters, 0)
    if (held > 0 && held + characters > most) throw busy()
  }

  async function takePlace({ signal, onProgress, isForStranger }: WriteOptions) {
    const onPosition = (position: number): void => onProgress?.({ state: 'queued', position })
    if (isForStranger !== true) return places.take(signal, onPosition)
    const leaveToStrangers = await strangersPlaces.take(signal, onPosition)
    try {
      const leave = await places.take(signal, onPosition)
      return () => {
        leave()
        leaveToStrangers()
      }
    } catch (error) {
      leaveToStrangers()
      throw error
    }
  }

  async function* writeInTurn(job: ThreadJob, options: WriteOptions): AsyncGenerator<Uint8Array> {
    const leave = await takePlace(options)
    try {
      yield* writeInThread(job, options, leave)
    } finally {
      leave()
    }
  }

  /** Calls `leave` when all is written: a slow client continues without a worker slot. */
  async function* writeInThread(
    job: ThreadJob,
    { signal, onProgress, isForStranger = false }: WriteOptions,
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
      const isWaitedFor = places.hasLine() || (isForStranger && strangersPlaces.hasLine())
      if (!isWritten && isWaitedFor) giveUp(stalled())
    }
    // A stranger who takes a little now and then would keep the others out for hours.
    let patienceMs = isForStranger ? stalledReaderMs * STRANGERS_PATIENCE : Infinity
    try {
      for (;;) {
        const chunk = await reader.next()
        if (chunk === null) return
        const since = performance.now()
        const timer = setInterval(onStalled, Math.max(1, Math.min(stalledReaderMs, patienceMs)))
        timer.unref()
        try {
          yield chunk
        } finally {
          clearInterval(timer)
          patienceMs -= performance.now() - since
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      giveUp(new Error('The client disconnected'))
    }
  }

  return {
    /**
     * Streams one file, written in a thread of its own; waits while REPORTS.writtenAtOnce are being
     * written. Begins with the first read. Aborting the signal or ending the reading ends the thread
     * and frees its place; the signal's reason is thrown. Throws AppError when the file cannot be
     * written.
     */
    async *write(
      { document, look, format }: ReportToSend,
      { signal, ...watched }: WriteOptions,
    ): AsyncGenerator<Uint8Array, void> {
      if (isClosed) throw shuttingDown()
      signal.throwIfAborted()
      const { isForStranger = false } = watched
      refuseTooMuch(document.length, isForStranger)
      const ended = new AbortController()
      const end = (): void => {
        // A disconnected client may never end the reading.
        underWay.delete(ended)
        ended.abort(signal.reason)
      }
      signal.addEventListener('abort', end, { once: true })
      underWay.set(ended, { characters: document.length, isForStranger })
      try {
        const options = { signal: ended.signal, ...watched }
        yield* format === 'json'
          ? writeText(document, ended.signal)
          : writeInTurn({ document, look, format }, options)
      } catch (error) {
        if (ended.signal.aborted || error instanceof AppError) throw error
        logger.error({ err: error, format }, 'writing a report failed')
        throw new AppError('INTERNAL', 'The file could not be written. Please try again.')
      } finally {
        underWay.delete(ended)
        signal.removeEventListener('abort', end)
      }
    },

    /** Ends current writing and refuses more. */
    async close(): Promise<void> {
      isClosed = true
      for (const ended of underWay.keys()) ended.abort(shuttingDown())
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

const busy = (): AppError =>
  new AppError('UNAVAILABLE', 'Too many files are being written. Please try again later.')

const stalled = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'The download stalled while other downloads were waiting. Please try again.',
  )
