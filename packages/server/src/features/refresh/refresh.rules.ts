import { createHash } from 'node:crypto'

import type { TenantId } from '@tenantscope/contract/ids'
import { REFRESH } from '@tenantscope/contract/limits'
import type { PartFailure, PartFailureCode, TenantPart } from '@tenantscope/contract/parts'
import { GraphFailure } from '@tenantscope/graph-client/failures'

import type { ReadFailure } from '../tenants/tenant-records.service.ts'

/** Without these a tenant's figures are not what they seem, so whatever else hits them fails the tenant. */
const FIGURE_PARTS: ReadonlySet<TenantPart> = new Set([
  'domains',
  'licenses',
  'users',
  'groups',
  'policies',
])

/**
 * Failures that mark the part of a tenant that they hit; the rest of the tenant is as good as ever.
 * Null: it ends the reading, because a later one may well succeed, or because figures hang on the part.
 */
export function partFailureCodeOf(part: TenantPart, error: unknown): PartFailureCode | null {
  if (!(error instanceof GraphFailure)) return null
  if (error.code === 'PERMISSION_MISSING' || error.code === 'NOT_LICENSED') return error.code
  const isRefused = error.code === 'INTERNAL' || error.code === 'MALFORMED_ANSWER'
  return isRefused && !FIGURE_PARTS.has(part) ? error.code : null
}

const PARTS = {
  domains: { name: 'Domains', permission: 'Directory.Read.All' },
  licenses: { name: 'Licenses', permission: 'Organization.Read.All' },
  subscriptions: { name: 'Subscriptions', permission: 'Organization.Read.All' },
  users: { name: 'Users', permission: 'User.Read.All' },
  groups: { name: 'Groups', permission: 'Directory.Read.All' },
  groupMembers: { name: 'Group members', permission: 'Directory.Read.All' },
  policies: { name: 'Conditional Access policies', permission: 'Policy.Read.All' },
  namedLocations: { name: 'Named locations', permission: 'Policy.Read.All' },
  settings: { name: 'Directory settings', permission: 'Policy.Read.All' },
  authenticationMethods: { name: 'Authentication methods', permission: 'Policy.Read.All' },
  groupSettings: { name: 'Group and password settings', permission: 'Directory.Read.All' },
  roles: { name: 'Role assignments', permission: 'Directory.Read.All' },
  applications: { name: 'App registrations', permission: 'Directory.Read.All' },
  grants: { name: 'Consents given to apps', permission: 'Directory.Read.All' },
} as const satisfies Record<TenantPart, { name: string; permission: string }>

/** A part that could not be read, with why and what to do. */
export function partFailureOf(part: TenantPart, code: PartFailureCode): PartFailure {
  return { part, code, message: partMessageOf(part, code) }
}

function partMessageOf(part: TenantPart, code: PartFailureCode): string {
  const { name, permission } = PARTS[part]
  switch (code) {
    case 'PERMISSION_MISSING':
      return `${name} could not be read: ${permission} is not granted in this tenant. Ask an administrator of this tenant to grant admin consent again, then refresh.`
    case 'NOT_LICENSED':
      return `${name} are not part of this tenant's licenses: Entra ID P1 or higher is needed.`
    case 'NOT_IN_CLOUD':
      return `${name} are not offered by this tenant's national cloud.`
    default:
      return `${name} could not be read: Microsoft's answer was not one that can be used. The next refresh tries again; if this stays, report it.`
  }
}

// Microsoft's plan ids (page "Product names and service plan identifiers for licensing").
const ENTRA_P1_PLANS = new Set([
  '41781fb2-bc02-4b7c-bd55-b576c07bb09d',
  'eec0eb4f-6444-4f95-aba0-50c24d67f998',
])

/** Whether the tenant may use Conditional Access: a working subscription with Entra ID P1 or P2 in it. */
export function hasEntraP1(
  skus: readonly {
    capabilityStatus: string
    servicePlans: readonly { servicePlanId: string }[]
  }[],
): boolean {
  return skus
    .filter((sku) => sku.capabilityStatus === 'Enabled' || sku.capabilityStatus === 'Warning')
    .some((sku) => sku.servicePlans.some((plan) => ENTRA_P1_PLANS.has(plan.servicePlanId)))
}

/** What a later try may cure; everything else is as it is until somebody acts. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof GraphFailure)) return true
  return error.code === 'THROTTLED' || error.code === 'UNAVAILABLE'
}

/** What is kept of an error: Microsoft's identifiers, or only that something of ours failed. */
export function failureOf(error: unknown, now: Date): ReadFailure {
  if (error instanceof GraphFailure) {
    const { code, at, microsoftCode, requestId, correlationId } = error
    return { code, at, microsoftCode, requestId, correlationId }
  }
  return { code: 'INTERNAL', at: now, microsoftCode: null, requestId: null, correlationId: null }
}

/** What the log says of it: a stack only where nobody knows what happened. */
export function loggedFailure(error: unknown, now: Date): object {
  const failure = failureOf(error, now)
  return failure.code === 'INTERNAL' ? { err: error } : { failure }
}

/** AADSTS90002: the sign-in service knows no such directory. */
export function saysDirectoryIsGone(error: unknown): boolean {
  return error instanceof GraphFailure && error.microsoftCode === 'AADSTS90002'
}

const HOUR_MS = 60 * 60 * 1_000

/**
 * Whether the schedule wants the tenant read. Every tenant has a moment of its own within the period,
 * so that a thousand of them do not all come at once; whoever was read since is not due.
 */
export function isDue(
  tenant: { id: TenantId; dataAsOf: Date | null; failureAt: Date | null },
  now: Date,
  everyHours: number = REFRESH.scheduleHours,
): boolean {
  const lastTriedAt = Math.max(tenant.dataAsOf?.getTime() ?? 0, tenant.failureAt?.getTime() ?? 0)
  return lastTriedAt < lastSlotOf(tenant.id, now, everyHours * HOUR_MS)
}

/** The latest moment at or before now at which the tenant's turn was. */
function lastSlotOf(tenantId: TenantId, now: Date, periodMs: number): number {
  const offset = createHash('sha256').update(tenantId).digest().readUInt32BE() % periodMs
  return Math.floor((now.getTime() - offset) / periodMs) * periodMs + offset
}
