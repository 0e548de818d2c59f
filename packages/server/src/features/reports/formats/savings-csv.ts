import { csvFile } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { savingsNote } from '@tenantscope/analysis/savings-report'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

import type { ReportWriter } from './report-writer.ts'
import { savingsColumns } from './savings-columns.ts'

/** The report of the savings as CSV: one row per license; the last columns are the same in every row. */
export const writeSavingsCsv: ReportWriter<SavingsReport> = async function* writeSavingsCsv({
  document,
}) {
  yield Buffer.from(
    csvFile([...savingsColumns(document), ...ofReport(document)], document.licenses),
  )
}

function ofReport(document: SavingsReport): readonly TextColumn<unknown>[] {
  const { timeZone, dataAsOf, createdBy = null, isRedacted } = document
  const [readAt, note] = [isoTimeIn(timeZone, dataAsOf), savingsNote(document)]
  return [
    { header: 'Note', textOf: () => note },
    { header: 'Data As Of', textOf: () => readAt },
    { header: 'Time Zone', textOf: () => timeZone },
    ...(isRedacted ? [] : [{ header: 'Created By', textOf: () => createdBy }]),
  ]
}
