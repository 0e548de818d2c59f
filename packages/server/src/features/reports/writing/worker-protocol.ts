import type { ErrorCode } from '@tenantscope/contract/errors'
import type { ReportFormat } from '@tenantscope/contract/report-document'

import type { ReportLook } from '../formats/report-writer.ts'

/** The formats that are written from a report; the JSON file is the report itself. */
export type WrittenFormat = Exclude<ReportFormat, 'json'>

export type WorkerRequest =
  /** A part of the report's text; a large text sent at once would hold up the sender. */
  | { kind: 'part'; text: string }
  /** All parts are sent. */
  | { kind: 'write'; format: WrittenFormat; look: ReportLook }
  /** This many more chunks were read. */
  | { kind: 'taken'; chunks: number }

export type WorkerMessage =
  /** People of the report; null for a type without people. */
  | { kind: 'started'; total: number | null }
  | { kind: 'progress'; written: number }
  | { kind: 'chunk'; bytes: Uint8Array }
  | { kind: 'done' }
  /** An AppError; the thread can go on. */
  | { kind: 'refused'; code: ErrorCode; message: string }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Maximum number of sent and unread chunks; the thread then waits for its reader: 2 MB. */
export const WINDOW_CHUNKS = 32
export const CHUNK_BYTES = 65_536
