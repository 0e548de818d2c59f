import type { ReportHead } from '@tenantscope/contract/report-document'

/** The branding of reports. */
export interface ReportLook {
  readonly name: string | null
  /** #rrggbb. */
  readonly accentColor: string
  readonly footer: string | null
  readonly logoPng: Uint8Array | null
}

export interface ReportToWrite<Document extends ReportHead = ReportHead> {
  readonly document: Document
  readonly look: ReportLook
}

/**
 * Writes one file in pieces; `onProgress` hears how many of the report's people are written. A writer
 * runs in a thread of its own and may take its time.
 */
export type ReportWriter<Document extends ReportHead> = (
  report: ReportToWrite<Document>,
  onProgress: (usersWritten: number) => void,
) => AsyncIterable<Uint8Array>
