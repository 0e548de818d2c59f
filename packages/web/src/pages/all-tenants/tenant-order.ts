import type { AccessLevel, MfaVerdict, TenantListItem } from '@tenantscope/contract/tenants'

import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'
import { knownSavings } from './tenant-savings.ts'

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

/** What a column sorts by; undefined where it is not known. */
const SORT_VALUES: Record<SortColumn, (tenant: TenantListItem) => SortValue> = {
  id: (tenant) => tenant.id,
  displayName: (tenant) => tenant.displayName,
  domain: (tenant) => tenant.defaultDomainName ?? undefined,
  status: (tenant) => tenant.status,
  access: (tenant) => ACCESS_ORDER[tenant.accessLevel],
  created: (tenant) => instant(tenant.createdDateTime),
  people: (tenant) => tenant.figures?.people,
  unusedSeats: (tenant) => tenant.figures?.unassignedPaidSeats,
  savings: (tenant) => knownSavings(tenant.figures),
  mfa: (tenant) => MFA_ORDER[tenant.figures?.mfa ?? 'unknown'],
  dataAsOf: (tenant) => instant(tenant.dataAsOf),
}

// One collator for all rows: making one per comparison costs more than the comparison. Numbers inside
// names count as numbers, and every script has its place.
const collator = new Intl.Collator(undefined, { numeric: true })

/**
 * The tenants in the view's order. What is not known stands last in both directions, and equal ones
 * stand by name, so that no order is left to chance.
 */
export function inOrder(
  tenants: readonly TenantListItem[],
  { sort, isDescending }: Pick<AllTenantsView, 'sort' | 'isDescending'>,
): readonly TenantListItem[] {
  return tenants
    .map((tenant) => ({ tenant, value: SORT_VALUES[sort](tenant) }))
    .toSorted((a, b) => byValue(a, b, isDescending) || byName(a, b))
    .map(({ tenant }) => tenant)
}

interface Ranked {
  tenant: TenantListItem
  value: SortValue
}

function byValue({ value: a }: Ranked, { value: b }: Ranked, isDescending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return isDescending ? compareValues(b, a) : compareValues(a, b)
}

function byName({ tenant: a }: Ranked, { tenant: b }: Ranked): number {
  return compareValues(a.displayName, b.displayName) || compareValues(a.id, b.id)
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function instant(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time)
}
