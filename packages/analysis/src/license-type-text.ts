import { LICENSE_KINDS, LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { ReportLicense } from '@tenantscope/contract/report-document'

/** Returns the kind of a license in a report, as the badge on the tenant's page. */
export function licenseTypeText({
  licenseType,
  kind,
}: Pick<ReportLicense, 'licenseType' | 'kind'>): string {
  return kind === undefined ? LICENSE_TYPE_NAMES[licenseType] : LICENSE_KINDS[kind].name
}
