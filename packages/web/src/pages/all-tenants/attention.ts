import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Attention } from './all-tenants-view.ts'

/** Whether a tenant belongs to a finding. */
const BELONGS_TO: Record<Attention, (tenant: TenantListItem) => boolean> = {
  // Also where no price is known: the seats are wasted all the same.
  savings: (tenant) => (tenant.figures?.savings.removableSeats ?? 0) > 0,
  unusedSeats: (tenant) => (tenant.figures?.unassignedPaidSeats ?? 0) > 0,
  // 'absent' is only said of tenants that own Entra ID P1: the others cannot fix it by a policy.
  mfaAbsent: (tenant) => tenant.figures?.mfa === 'absent',
  unread: (tenant) => tenant.failure !== null,
}

/** The findings of the 'Needs attention' strip; what could be saved has a card of its own. */
export type StripFinding = Exclude<Attention, 'savings'>

/** One thing that is worth money or worry, and the tenants behind it, the worst first. */
export interface Finding {
  kind: StripFinding
  tenants: readonly TenantListItem[]
  /** Paid seats nobody holds; only meaningful for unusedSeats. */
  seats: number
}

export function belongsTo(kind: Attention, tenant: TenantListItem): boolean {
  return BELONGS_TO[kind](tenant)
}

/** The findings that there are, at most one of each kind. */
export function findingsOf(tenants: readonly TenantListItem[]): readonly Finding[] {
  const found: readonly Finding[] = [
    finding('unusedSeats', tenants, (a, b) => unusedSeats(b) - unusedSeats(a)),
    finding('mfaAbsent', tenants, (a, b) => people(b) - people(a)),
    finding('unread', tenants, (a, b) => consentFirst(a) - consentFirst(b)),
  ]
  return found.filter((each) => each.tenants.length > 0)
}

function finding(
  kind: StripFinding,
  tenants: readonly TenantListItem[],
  worstFirst: (a: TenantListItem, b: TenantListItem) => number,
): Finding {
  const concerned = tenants.filter((tenant) => belongsTo(kind, tenant)).toSorted(worstFirst)
  return {
    kind,
    tenants: concerned,
    seats: concerned.reduce((sum, tenant) => sum + unusedSeats(tenant), 0),
  }
}

function unusedSeats(tenant: TenantListItem): number {
  return tenant.figures?.unassignedPaidSeats ?? 0
}

function people(tenant: TenantListItem): number {
  return tenant.figures?.people ?? 0
}

// A withdrawn consent lasts until somebody acts; the other reasons often pass by themselves.
function consentFirst(tenant: TenantListItem): number {
  return tenant.failure?.code === 'CONSENT_REQUIRED' ? 0 : 1
}
