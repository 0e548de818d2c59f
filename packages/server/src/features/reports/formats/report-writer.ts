import type { ReportDocument } from '@tenantscope/contract/report-document'

/** How the MSP wants its reports to look. */
export interface ReportLook {
  readonly name: string | null
  /** #rrggbb. */
  readonly accentColor: string
  readonly footer: string | null
  readonly logoPng: Uint8Array | null
}

export interface ReportToWrite {
  readonly document: ReportDocument
  readonly look: ReportLook
}

/**
 * Writes one file in pieces; `onProgress` hears how many of the report's people are written. A writer
 * runs in a thread of its own and may take its time.
 */
export type ReportWriter = (
  report: ReportToWrite,
  onProgress: (usersWritten: number) => void,
) => AsyncIterable<Uint8Array>
