import { LICENSE_TYPE_NAMES, SEAT_KIND_NAMES } from '@tenantscope/contract/licenses'
import type { ReportLicense } from '@tenantscope/contract/report-document'

/**
 * Returns the type of a license in a report, as the badge on the tenant's page: company-wide and trial
 * licenses are named as such, because their seats are in no total.
 */
export function licenseTypeText({
  licenseType,
  seatKind,
}: Pick<ReportLicense, 'licenseType' | 'seatKind'>): string {
  return seatKind === 'companyWide' || seatKind === 'trial'
    ? SEAT_KIND_NAMES[seatKind]
    : LICENSE_TYPE_NAMES[licenseType]
}
