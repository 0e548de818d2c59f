import type { ReportFormat } from '@tenantscope/contract/report-document'

import type { ReportWriter } from './report-writer.ts'

/** The formats that are written from a report; the JSON file is the report itself. */
export type WrittenFormat = Exclude<ReportFormat, 'json'>

/** Loaded when needed: nobody who wants CSV should wait for the fonts of the PDF. */
const WRITERS: Readonly<Record<WrittenFormat, () => Promise<ReportWriter>>> = {
  pdf: async () => (await import('./pdf/pdf-writer.ts')).writePdf,
  csv: async () => (await import('./csv-writer.ts')).writeCsv,
  xlsx: async () => (await import('./xlsx/xlsx-writer.ts')).writeXlsx,
}

export function writerOf(format: WrittenFormat): Promise<ReportWriter> {
  return WRITERS[format]()
}
