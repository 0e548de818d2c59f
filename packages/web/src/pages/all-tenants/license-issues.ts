import { issueCount, issueOf } from '@tenantscope/analysis/tenant-issues'
import type { LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'

/** '9, until Jan 05, 2027'; undefined where the number is unknown. */
export function issueText(
  tenant: TenantListItem,
  kind: LicenseIssueKind,
  format: Format,
): string | undefined {
  const count = issueCount(tenant, kind)
  const end = issueOf(tenant, kind)?.endsAt ?? null
  if (count === undefined || end === null) return count === undefined ? count : format.number(count)
  return `${format.number(count)}, until ${format.date(end)}`
}
