import type { ErrorCode } from '@tenantscope/contract/errors'

import type { ReportLook } from '../formats/report-writer.ts'
import type { WrittenFormat } from '../formats/report-writers.ts'

export type WorkerRequest =
  /** A part of the report's text; a large text sent at once would hold up the sender. */
  | { kind: 'part'; text: string }
  /** All parts are sent. */
  | { kind: 'write'; format: WrittenFormat; look: ReportLook }
  /** So many chunks more have been read. */
  | { kind: 'taken'; chunks: number }

export type WorkerMessage =
  | { kind: 'started'; total: number }
  | { kind: 'progress'; written: number }
  | { kind: 'chunk'; bytes: Uint8Array }
  | { kind: 'done' }
  /** An AppError; the thread can go on. */
  | { kind: 'refused'; code: ErrorCode; message: string }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Chunks that may be on their way or unread; with more the thread waits for its reader: 2 MB. */
export const WINDOW_CHUNKS = 32
export const CHUNK_BYTES = 65_536
