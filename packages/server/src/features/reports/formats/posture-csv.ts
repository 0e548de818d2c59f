import { csvFile } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { choiceNote } from '@tenantscope/analysis/posture-report'
import type { PostureReport } from '@tenantscope/contract/posture-report'

import { checkColumns } from './posture-columns.ts'
import type { ReportWriter } from './report-writer.ts'

/** The report of the posture as CSV: one row per check; the last columns are the same in every row. */
export const writePostureCsv: ReportWriter<PostureReport> = async function* writePostureCsv({
  document,
}) {
  const columns = [...checkColumns(document), ...ofReport(document)]
  yield Buffer.from(csvFile(columns, document.checks))
}

function ofReport(document: PostureReport): readonly TextColumn<unknown>[] {
  const { score, timeZone, createdBy = null, isRedacted } = document
  const selection = choiceNote(document)
  return [
    { header: 'Score', textOf: () => (score.percent === null ? null : String(score.percent)) },
    { header: 'Grade', textOf: () => score.grade },
    { header: 'Selection', textOf: () => selection },
    { header: 'Time Zone', textOf: () => timeZone },
    ...(isRedacted ? [] : [{ header: 'Created By', textOf: () => createdBy }]),
  ]
}
