import type { SqlErrorFields } from '../errors.ts'

export type StatementResult = {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

export type WorkerRequest =
  | { kind: 'run'; id: number; text: string; values: unknown[] }
  | { kind: 'close'; id: number }

export type WorkerMessage =
  | { kind: 'ready' }
  /** The thread cannot continue; pending requests get no response. */
  | { kind: 'fatal'; message: string }
  | { kind: 'answer'; id: number; results: StatementResult[] }
  | { kind: 'refusal'; id: number; message: string; fields: SqlErrorFields }
  | { kind: 'notification'; channel: string; payload: string }
