import { csvFile } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { recordExport } from '@tenantscope/contract/exports'

import { call } from './api.ts'
import { saveFile } from './save-file.ts'

interface SavedTable<Row> extends Omit<CallInput<typeof recordExport>['body'], 'rows'> {
  /** The file name without date and extension. */
  readonly name: string
  /** In the order of the screen. */
  readonly rows: readonly Row[]
  readonly columns: readonly TextColumn<Row>[]
  readonly timeZone: string
}

/** Saves the rows of a table as a CSV file, records the export in the audit trail, and returns the file's name. */
export function saveCsv<Row>({ rows, columns, timeZone, ...saved }: SavedTable<Row>): string {
  const { name: prefix, ...recorded } = saved
  const name = `${prefix}-${isoDayIn(timeZone, new Date())}.csv`
  saveFile({ name, text: csvFile(columns, rows), type: 'text/csv;charset=utf-8' })
  const body = { ...recorded, rows: rows.length }
  // The file is already saved: a failure to record it is ignored.
  call(recordExport, { body }, { background: true, keepalive: true }).catch(() => undefined)
  return name
}
