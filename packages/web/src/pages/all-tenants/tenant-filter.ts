import { knownSavings } from '@tenantscope/analysis/known-savings'
import { belongsTo } from '@tenantscope/analysis/tenant-findings'
import { forEachIssue, issueCount } from '@tenantscope/analysis/tenant-issues'
import type { MfaVerdict } from '@tenantscope/contract/mfa'
import type { TenantListItem, Verification } from '@tenantscope/contract/tenants'

import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'

/** The tenants that a view keeps, in the order given (specification section 5, Search). */
export function tenantsIn(
  tenants: readonly TenantListItem[],
  view: AllTenantsView,
): readonly TenantListItem[] {
  const wanted = foldedCase(view.text.trim())
  return tenants.filter((tenant) => isChosen(tenant, view) && mentions(tenant, wanted))
}

/** Every tag that is in use, once, in alphabetical order. */
export function tagsOf(tenants: readonly TenantListItem[]): readonly string[] {
  return [...new Set(tenants.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
}

function isChosen(tenant: TenantListItem, view: AllTenantsView): boolean {
  return (
    isAnyOr(view.status, (status) => tenant.status === status) &&
    isAnyOr(view.access, (access) => tenant.verification === access) &&
    hasMethod(tenant, view.method) &&
    isAnyOr(view.tag, (tag) => tenant.tags.includes(tag)) &&
    isAnyOr(view.group, (group) => tenant.groupIds.includes(group)) &&
    isAnyOr(view.attention, (attention) => belongsTo(attention, tenant))
  )
}

function isAnyOr<Wanted>(wanted: Wanted | undefined, has: (wanted: Wanted) => boolean): boolean {
  return wanted === undefined || has(wanted)
}

// Tenants whose access is not known yet stay: hiding them would look like a loss.
function hasMethod(tenant: TenantListItem, method: AllTenantsView['method']): boolean {
  return method === undefined || tenant.accessMethod === method || tenant.accessMethod === 'unknown'
}

function mentions(tenant: TenantListItem, wanted: string): boolean {
  if (wanted === '') return true
  const { displayName, directoryName, defaultDomainName, id, tags } = tenant
  return [displayName, directoryName, defaultDomainName, id, ...tags].some(
    (text) => text !== null && foldedCase(text).includes(wanted),
  )
}

// NFC, since the same name reaches us composed from one system and decomposed from another.
function foldedCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

type SortValue = string | number | undefined

/** From the best answer to the least known one, so that sorting brings the worries together. */
const MFA_ORDER: Record<MfaVerdict, number | undefined> = {
  required: 0,
  requiredBySecurityDefaults: 1,
  partial: 2,
  none: 3,
  notKnown: undefined,
}

const ACCESS_ORDER: Record<Verification, number> = {
  full: 0,
  limited: 1,
  notReadable: 2,
  inactive: 3,
}

/** The sort value of each column; undefined when it is unknown. */
const SORT_VALUES: Record<SortColumn, (tenant: TenantListItem) => SortValue> = {
  id: (tenant) => tenant.id,
  displayName: (tenant) => tenant.displayName,
  domain: (tenant) => tenant.defaultDomainName ?? undefined,
  status: (tenant) => tenant.status,
  access: (tenant) => ACCESS_ORDER[tenant.verification],
  created: (tenant) => instant(tenant.createdDateTime),
  people: (tenant) => tenant.figures?.people,
  unusedSeats: (tenant) => tenant.figures?.unassignedPaidSeats,
  savings: (tenant) => knownSavings(tenant.figures),
  ...forEachIssue((kind) => (tenant: TenantListItem) => issueCount(tenant, kind)),
  mfa: (tenant) => MFA_ORDER[tenant.figures?.mfa ?? 'notKnown'],
  posture: (tenant) => tenant.posture?.score ?? undefined,
  dataAsOf: (tenant) => instant(tenant.dataAsOf),
}

// One collator for all rows: making one per comparison costs more than the comparison. Numbers inside
// names count as numbers, and every script has its place.
const collator = new Intl.Collator(undefined, { numeric: true })

/**
 * Sorts the tenants by the view's order. Unknown values are last in both directions, and equal ones
 * are sorted by name, so that the order is deterministic.
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
