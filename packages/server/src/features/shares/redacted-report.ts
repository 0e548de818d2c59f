import { forReport } from '@tenantscope/analysis/for-report'
import type { ByReportType } from '@tenantscope/analysis/for-report'
import { redactPosture } from '@tenantscope/analysis/posture-redaction'
import { redactionOf } from '@tenantscope/analysis/redaction'
import { redactSavings } from '@tenantscope/analysis/savings-redaction'
import type { ReportDocument } from '@tenantscope/contract/any-report'
import type { LicenseReport } from '@tenantscope/contract/report-document'

import type { TimeSlices } from '../../lib/time-slices.ts'

interface Redacting {
  readonly maskNames: boolean
  readonly slices: TimeSlices
}

const REDACTIONS: ByReportType<[Redacting], ReportDocument | Promise<ReportDocument>> = {
  'user-license': redactedLicenses,
  posture: redactPosture,
  savings: redactSavings,
}

/** Returns the report with only the fields that may be shared. */
export async function redacted(
  document: ReportDocument,
  redacting: Redacting,
): Promise<ReportDocument> {
  return forReport(REDACTIONS, document, redacting)
}

async function redactedLicenses(
  document: LicenseReport,
  { maskNames, slices }: Redacting,
): Promise<LicenseReport> {
  const redaction = redactionOf(document, { maskNames })
  const report: LicenseReport = { ...redaction.head(), users: [] }
  for (const user of document.users) {
    report.users.push(redaction.user(user))
    if (slices.isOver()) await slices.next()
  }
  return report
}
