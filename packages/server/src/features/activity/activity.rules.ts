import { ACTIVITY } from '@tenantscope/contract/limits'

/** The nightly parts, each with its own date and failure. */
export type ActivityPart =
  | 'signIns'
  | 'registrations'
  | 'usage'
  | 'secureScore'
  | 'devices'
  | 'owners'
  | 'dns'
  | 'perUserMfa'

/** The reason why a part was not read; known reasons are found without a request. */
export type MissingReason =
  | 'PERMISSION_MISSING'
  | 'NOT_LICENSED'
  | 'NOT_IN_CLOUD'
  /** An administrator does not want it to be read. */
  | 'SWITCHED_OFF'
  /** Security defaults or policies cover everybody, or it is not known. */
  | 'NOT_NEEDED'
  /** More people than are asked for in a night. */
  | 'TOO_MANY'

const NEEDS = {
  signIns: { permission: 'AuditLog.Read.All', premium: true },
  registrations: { permission: 'AuditLog.Read.All', premium: true },
  usage: { permission: 'Reports.Read.All', premium: false },
  secureScore: { permission: 'SecurityEvents.Read.All', premium: false },
  devices: { permission: 'Directory.Read.All', premium: false },
  owners: { permission: 'Directory.Read.All', premium: false },
  perUserMfa: { permission: 'Policy.Read.All', premium: false },
  // Public records: nothing is asked of Microsoft.
  dns: { permission: null, premium: false },
} as const satisfies Record<ActivityPart, { permission: string | null; premium: boolean }>

/** Returns the part of the rows of one of Microsoft's paths. */
export function malformedPartOf(path: string): 'signIns' | 'registrations' | 'devices' {
  if (path.startsWith('/devices')) return 'devices'
  return path.startsWith('/users') ? 'signIns' : 'registrations'
}

export interface ActivityFacts {
  /** Null when the token cannot be read. */
  readonly grantedPermissions: readonly string[] | null
  /** Null when the licenses could not be read. */
  readonly hasEntraP1: boolean | null
}

/** Returns the known reason why a part cannot be read, so that no scarce request is spent on a refusal. */
export function missingFor(part: ActivityPart, facts: ActivityFacts): MissingReason | null {
  const { permission, premium } = NEEDS[part]
  const { grantedPermissions: granted } = facts
  if (permission !== null && granted !== null && !granted.includes(permission))
    return 'PERMISSION_MISSING'
  return premium && facts.hasEntraP1 === false ? 'NOT_LICENSED' : null
}

/** People of a tenant whose per-user MFA is asked for in a night. */
export const PER_USER_MFA_PEOPLE = 500

/**
 * Returns why per-user MFA is not read. It matters only where MFA is known not to be required of
 * everybody, and a part of the people could prove nothing.
 */
export function missingForPerUserMfa(
  isMfaRequired: boolean | null,
  members: number,
): MissingReason | null {
  if (isMfaRequired !== false) return 'NOT_NEEDED'
  return members > PER_USER_MFA_PEOPLE ? 'TOO_MANY' : null
}

const HOUR_MS = 3_600_000

/**
 * True when a tenant is due: at once if it was never tried, then once a night in the installation's
 * zone. By day only if the nights were too short for all tenants.
 */
export function isActivityDue(lastTriedAt: Date | null, now: Date, timeZone: string): boolean {
  if (lastTriedAt === null) return true
  const age = now.getTime() - lastTriedAt.getTime()
  if (age >= ACTIVITY.latestAfterHours * HOUR_MS) return true
  return age >= ACTIVITY.earliestAfterHours * HOUR_MS && isNight(now, timeZone)
}

function isNight(now: Date, timeZone: string): boolean {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(hour.format(now)) < ACTIVITY.nightEndsAtHour
}
