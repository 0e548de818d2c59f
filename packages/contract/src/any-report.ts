import { z } from 'zod'

import { PostureReport } from './posture-report.ts'
import { LicenseReport } from './report-document.ts'
import { SavingsReport } from './savings-report.ts'

/** A stored report of any type. */
export const ReportDocument = z.discriminatedUnion('reportType', [
  LicenseReport,
  PostureReport,
  SavingsReport,
])
export type ReportDocument = z.infer<typeof ReportDocument>

/** The documents by their type: what depends on the type is a record with these keys. */
export interface ReportDocuments {
  'user-license': LicenseReport
  posture: PostureReport
  savings: SavingsReport
}
