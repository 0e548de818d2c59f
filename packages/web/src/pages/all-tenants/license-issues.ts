import type { LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantIssue, TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'

export function issueOf(tenant: TenantListItem, kind: LicenseIssueKind): TenantIssue | undefined {
  return tenant.figures?.issues.find((issue) => issue.kind === kind)
}

/** The number that the column of a problem shows: licenses for retired ones, else seats. */
export function issueCount(tenant: TenantListItem, kind: LicenseIssueKind): number | undefined {
  if (tenant.figures === null) return undefined
  const issue = issueOf(tenant, kind)
  if (issue === undefined) return 0
  return kind === 'retired' ? issue.licenses : issue.seats
}

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

/** The same entry for each kind of problem. */
export function forEachIssue<Entry>(
  entryOf: (kind: LicenseIssueKind) => Entry,
): Record<LicenseIssueKind, Entry> {
  return {
    overallocated: entryOf('overallocated'),
    unentitled: entryOf('unentitled'),
    grace: entryOf('grace'),
    suspended: entryOf('suspended'),
    retired: entryOf('retired'),
  }
}
