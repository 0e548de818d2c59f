import type { LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { forEachIssue, issueCount, issueOf } from './tenant-issues.ts'

/** The findings of the 'Needs attention' strip of All Tenants, in the order of the screen. */
export type StripFinding =
  | 'unusedSeats'
  | LicenseIssueKind
  | 'mfaNotRequired'
  | 'criticalChecks'
  | 'unread'

/** A finding by which tenants can be filtered; the possible savings have a card of their own. */
export type TenantFinding = 'savings' | StripFinding

/** A finding about cost or risk, and its tenants, the worst first. */
export interface Finding {
  readonly kind: StripFinding
  readonly tenants: readonly TenantListItem[]
  /** The seats, licenses or checks of the finding; 0 where only tenants count. */
  readonly count: number
}

/** Whether a tenant belongs to a finding. Inactive tenants have no figures, no checks and no failure. */
const BELONGS_TO: Readonly<Record<TenantFinding, (tenant: TenantListItem) => boolean>> = {
  // Also where no price is known: the seats are wasted all the same.
  savings: (tenant) => (tenant.figures?.savings.removableSeats ?? 0) > 0,
  unusedSeats: (tenant) => unusedSeats(tenant) > 0,
  ...forEachIssue((kind) => (tenant: TenantListItem) => issueOf(tenant, kind) !== undefined),
  mfaNotRequired: ({ figures }) => figures?.mfa === 'none' || figures?.mfa === 'partial',
  criticalChecks: (tenant) => criticalFailed(tenant) > 0,
  unread: (tenant) => tenant.failure !== null,
}

type Count = (tenant: TenantListItem) => number

/** What a tenant adds to the count of a finding. */
const COUNTS: Readonly<Record<StripFinding, Count>> = {
  unusedSeats,
  ...forEachIssue((kind) => (tenant: TenantListItem) => issueCount(tenant, kind) ?? 0),
  mfaNotRequired: () => 0,
  criticalChecks: criticalFailed,
  unread: () => 0,
}

/** The tenants with the highest number are named first. */
const WEIGHTS: Readonly<Record<StripFinding, Count>> = {
  ...COUNTS,
  grace: (tenant) => -graceEnd(tenant),
  // With no MFA at all, every user counts when the members who are not covered are not known.
  mfaNotRequired: ({ figures }) => figures?.mfaNotCovered ?? figures?.people ?? 0,
  // A withdrawn consent requires an action; the other reasons are often temporary.
  unread: ({ failure }) => (failure?.code === 'CONSENT_REQUIRED' ? 1 : 0),
}

const KINDS: readonly StripFinding[] = [
  'unusedSeats',
  'overallocated',
  'unentitled',
  'grace',
  'suspended',
  'retired',
  'mfaNotRequired',
  'criticalChecks',
  'unread',
]

/** Returns whether a tenant belongs to a finding. */
export function belongsTo(kind: TenantFinding, tenant: TenantListItem): boolean {
  return BELONGS_TO[kind](tenant)
}

/** Returns the findings that there are, at most one of each kind. */
export function findingsOf(tenants: readonly TenantListItem[]): readonly Finding[] {
  return KINDS.map((kind) => findingOf(kind, tenants)).filter((each) => each.tenants.length > 0)
}

function findingOf(kind: StripFinding, tenants: readonly TenantListItem[]): Finding {
  const weightOf = WEIGHTS[kind]
  const concerned = tenants
    .filter((tenant) => belongsTo(kind, tenant))
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  return {
    kind,
    tenants: concerned,
    count: concerned.reduce((sum, tenant) => sum + COUNTS[kind](tenant), 0),
  }
}

function unusedSeats({ figures }: TenantListItem): number {
  return figures?.unassignedPaidSeats ?? 0
}

function criticalFailed({ posture }: TenantListItem): number {
  return posture?.criticalFailed ?? 0
}

/** The end of the grace period as a number; an unknown end is last. */
function graceEnd(tenant: TenantListItem): number {
  const end = issueOf(tenant, 'grace')?.endsAt ?? null
  return end === null ? Number.MAX_SAFE_INTEGER : Date.parse(end)
}
