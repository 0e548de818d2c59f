// Writes reports off the main thread, so that it cannot block requests.
import { parentPort } from 'node:worker_threads'

import { forReport } from '@tenantscope/analysis/for-report'
import type { ByReportType } from '@tenantscope/analysis/for-report'
import { ReportDocument } from '@tenantscope/contract/any-report'
import type { PostureReport } from '@tenantscope/contract/posture-report'
import type { LicenseReport, ReportHead } from '@tenantscope/contract/report-document'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

import { AppError } from '../../../lib/app-error.ts'
import type { ReportWriter } from '../formats/report-writer.ts'
import { inChunks } from './chunks.ts'
import { CHUNK_BYTES, WINDOW_CHUNKS } from './worker-protocol.ts'
import type { WorkerMessage, WorkerRequest, WrittenFormat } from './worker-protocol.ts'

/** Loaded on demand: a CSV file does not need the PDF's fonts. */
type Writers<Document extends ReportHead> = Readonly<
  Record<WrittenFormat, () => Promise<ReportWriter<Document>>>
>

const LICENSE_WRITERS: Writers<LicenseReport> = {
  pdf: async () => (await import('../formats/pdf/pdf-writer.ts')).writePdf,
  csv: async () => (await import('../formats/csv-writer.ts')).writeCsv,
  xlsx: async () => (await import('../formats/xlsx/xlsx-writer.ts')).writeXlsx,
}

const POSTURE_WRITERS: Writers<PostureReport> = {
  pdf: async () => (await import('../formats/pdf/posture-pdf.ts')).writePosturePdf,
  csv: async () => (await import('../formats/posture-csv.ts')).writePostureCsv,
  xlsx: async () => (await import('../formats/xlsx/posture-xlsx.ts')).writePostureXlsx,
}

type Writing = Pick<Extract<WorkerRequest, { kind: 'write' }>, 'format' | 'look'>

const SAVINGS_WRITERS: Writers<SavingsReport> = {
  pdf: async () => (await import('../formats/pdf/savings-pdf.ts')).writeSavingsPdf,
  csv: async () => (await import('../formats/savings-csv.ts')).writeSavingsCsv,
  xlsx: async () => (await import('../formats/xlsx/savings-xlsx.ts')).writeSavingsXlsx,
}

const WRITERS: ByReportType<[Writing], Promise<AsyncIterable<Uint8Array>>> = {
  'user-license': async (document, { format, look }) =>
    (await LICENSE_WRITERS[format]())({ document, look }, progress()),
  posture: async (document, { format, look }) =>
    (await POSTURE_WRITERS[format]())({ document, look }, progress()),
  savings: async (document, { format, look }) =>
    (await SAVINGS_WRITERS[format]())({ document, look }, progress()),
}

const PROGRESS_MS = 100

let parts: string[] = []
let unread = 0
let wake: (() => void) | null = null

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', (request: WorkerRequest) => {
  switch (request.kind) {
    case 'part':
      parts.push(request.text)
      return
    case 'write':
      void write(request)
      return
    case 'taken':
      unread -= request.chunks
      wake?.()
  }
})

async function write(writing: Writing): Promise<void> {
  try {
    const document = ReportDocument.parse(JSON.parse(takeText()))
    const total = 'users' in document ? document.users.length : null
    post({ kind: 'started', total })
    const file = await forReport(WRITERS, document, writing)
    unread = 0
    for await (const chunk of inChunks(file, CHUNK_BYTES)) {
      await waitForReader()
      unread += 1
      post({ kind: 'chunk', bytes: chunk }, [chunk.buffer])
    }
    post({ kind: 'progress', written: total ?? 0 })
    post({ kind: 'done' })
  } catch (error) {
    post(refusalOf(error))
  }
}

function takeText(): string {
  const text = parts.join('')
  parts = []
  return text
}

/** Reports at most every tenth of a second: each message costs the other thread time too. */
function progress(): (written: number) => void {
  let last = 0
  return (written) => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    post({ kind: 'progress', written })
  }
}

async function waitForReader(): Promise<void> {
  if (unread < WINDOW_CHUNKS) return
  const { promise, resolve } = Promise.withResolvers<void>()
  wake = resolve
  await promise
  wake = null
}

function refusalOf(error: unknown): WorkerMessage {
  if (error instanceof AppError)
    return { kind: 'refused', code: error.code, message: error.message }
  if (error instanceof Error) return { kind: 'failed', message: error.message, stack: error.stack }
  return { kind: 'failed', message: String(error), stack: undefined }
}
