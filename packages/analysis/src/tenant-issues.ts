import type { LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantIssue, TenantListItem } from '@tenantscope/contract/tenants'

type Tenant = Pick<TenantListItem, 'figures'>

/** Returns a license problem of a tenant; undefined when it has none of the kind. */
export function issueOf({ figures }: Tenant, kind: LicenseIssueKind): TenantIssue | undefined {
  return figures?.issues.find((issue) => issue.kind === kind)
}

/**
 * Returns the number of a license problem: licenses for retired ones, else seats. Undefined when the
 * tenant has no figures.
 */
export function issueCount(tenant: Tenant, kind: LicenseIssueKind): number | undefined {
  if (tenant.figures === null) return undefined
  const issue = issueOf(tenant, kind)
  if (issue === undefined) return 0
  return kind === 'retired' ? issue.licenses : issue.seats
}

/** Returns a record with an entry for each kind of problem. */
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
