import { createHash } from 'node:crypto'

import type { TenantId } from '@tenantscope/contract/ids'
import { REFRESH } from '@tenantscope/contract/limits'
import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import type { PartFailure, PartFailureCode, TenantPart } from '@tenantscope/contract/parts'
import { GraphFailure } from '@tenantscope/graph-client/failures'

import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'
import type { ReadFailure } from '../tenants/tenant-records.service.ts'

/** Parts that figures depend on: other failures of these parts fail the tenant. */
const FIGURE_PARTS: ReadonlySet<TenantPart> = new Set([
  'domains',
  'licenses',
  'users',
  'groups',
  'policies',
])

/**
 * Returns the code of a failure that affects only its part of the tenant. Null: it ends the
 * reading, because a later attempt may succeed or because figures depend on the part.
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

/** Returns the failure of a part with its reason and advice. */
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
    case 'INTERNAL':
      return `${name} could not be read: Microsoft refused the request. The next refresh tries again; if the error persists, report it.`
    default:
      return `${name} could not be read: Microsoft sent an unreadable response. The next refresh tries again; if the error persists, report it.`
  }
}

/** True for failures that a later attempt may resolve; others require an action. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof GraphFailure)) return true
  const row = codesRowOf(error.microsoftCode)
  if (row !== undefined) return row.retry === 'soon'
  return error.code === 'THROTTLED' || error.code === 'UNAVAILABLE'
}

/** Returns the stored form of an error: Microsoft's identifiers, or only that it was internal. */
export function failureOf(error: unknown, now: Date): ReadFailure {
  if (error instanceof GraphFailure) {
    const { code, at, microsoftCode, requestId, correlationId, words } = error
    return { code, at, microsoftCode, requestId, correlationId, words }
  }
  return { ...UNEXPECTED, at: now }
}

const UNEXPECTED = {
  code: 'INTERNAL',
  microsoftCode: null,
  requestId: null,
  correlationId: null,
  words: null,
} as const

/** Returns the logged form of an error: Microsoft's reason, or a stack if it was unexpected. */
export function loggedFailure(error: unknown, now: Date): object {
  const failure = failureOf(error, now)
  const reason = microsoftRefusalTextOf(failure, { isOwn: false })
  if (reason !== null) return { failure, reason }
  return failure.code === 'INTERNAL' ? { err: error } : { failure }
}

/** AADSTS90002: the directory is unknown to the sign-in service. */
export function saysDirectoryIsGone(error: unknown): boolean {
  return error instanceof GraphFailure && error.microsoftCode === 'AADSTS90002'
}

const HOUR_MS = 60 * 60 * 1_000
const HOURS_PER_DAY = 24

/**
 * True when the tenant is due. Every tenant has its own time within the period, so that a thousand
 * of them are not read at once. A tenant that was read since is not due. One whose code of Microsoft asks for
 * fewer requests is due once a day.
 */
export function isDue(
  tenant: {
    id: TenantId
    dataAsOf: Date | null
    failureAt: Date | null
    failureMicrosoftCode: string | null
  },
  now: Date,
  scheduleHours: number = REFRESH.scheduleHours,
): boolean {
  const isDaily = codesRowOf(tenant.failureMicrosoftCode)?.retry === 'daily'
  const everyHours = isDaily ? Math.max(HOURS_PER_DAY, scheduleHours) : scheduleHours
  const lastTriedAt = Math.max(tenant.dataAsOf?.getTime() ?? 0, tenant.failureAt?.getTime() ?? 0)
  return lastTriedAt < lastSlotOf(tenant.id, now, everyHours * HOUR_MS)
}

/** Returns the tenant's latest scheduled time at or before now. */
function lastSlotOf(tenantId: TenantId, now: Date, periodMs: number): number {
  const offset = createHash('sha256').update(tenantId).digest().readUInt32BE() % periodMs
  return Math.floor((now.getTime() - offset) / periodMs) * periodMs + offset
}
