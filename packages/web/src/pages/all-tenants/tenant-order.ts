import type { AccessLevel, MfaVerdict, TenantListItem } from '@tenantscope/contract/tenants'

import type { SortColumn } from './all-tenants-view.ts'

type SortValue = string | number | undefined

/** From the best answer to the least known one, so that sorting brings the worries together. */
const MFA_ORDER: Record<MfaVerdict, number | undefined> = {
  required: 0,
  partial: 1,
  absent: 2,
  notLicensed: 3,
  unknown: undefined,
}

const ACCESS_ORDER: Record<AccessLevel, number | undefined> = {
  full: 0,
  limited: 1,
  unknown: undefined,
}

/** What a column sorts by; undefined, the value that is not known, stands last in both directions. */
export const SORT_VALUES: Record<SortColumn, (tenant: TenantListItem) => SortValue> = {
  id: (tenant) => tenant.id,
  displayName: (tenant) => tenant.displayName,
  domain: (tenant) => tenant.defaultDomainName ?? undefined,
  status: (tenant) => tenant.status,
  access: (tenant) => ACCESS_ORDER[tenant.accessLevel],
  created: (tenant) => instant(tenant.createdDateTime),
  people: (tenant) => tenant.figures?.people,
  unusedSeats: (tenant) => tenant.figures?.unassignedPaidSeats,
  mfa: (tenant) => MFA_ORDER[tenant.figures?.mfa ?? 'unknown'],
  dataAsOf: (tenant) => instant(tenant.dataAsOf),
}

// One collator for all rows: making one per comparison costs more than the comparison. Numbers inside
// names count as numbers, and every script has its place.
const collator = new Intl.Collator(undefined, { numeric: true })

export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function instant(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time)
}
