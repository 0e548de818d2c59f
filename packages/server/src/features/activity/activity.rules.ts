import { ACTIVITY } from '@tenantscope/contract/limits'

/** What is read at night, each with a date and a failure of its own. */
export type ActivityPart = 'signIns' | 'registrations' | 'usage' | 'secureScore'

/** Why a part was not read; nothing was asked of Microsoft where the reason was known before. */
export type MissingReason = 'PERMISSION_MISSING' | 'NOT_LICENSED' | 'NOT_IN_CLOUD'

const NEEDS = {
  signIns: { permission: 'AuditLog.Read.All', premium: true },
  registrations: { permission: 'AuditLog.Read.All', premium: true },
  usage: { permission: 'Reports.Read.All', premium: false },
  secureScore: { permission: 'SecurityEvents.Read.All', premium: false },
} as const satisfies Record<ActivityPart, { permission: string; premium: boolean }>

export interface ActivityFacts {
  /** Null: the token cannot be read, so nobody knows. */
  readonly grantedPermissions: readonly string[] | null
  /** Null: the licenses could not be read. */
  readonly hasEntraP1: boolean | null
}

/** What is known to be missing for a part, so that the scarce budgets are not spent on refusals. */
export function missingFor(part: ActivityPart, facts: ActivityFacts): MissingReason | null {
  const { permission, premium } = NEEDS[part]
  if (facts.grantedPermissions !== null && !facts.grantedPermissions.includes(permission))
    return 'PERMISSION_MISSING'
  return premium && facts.hasEntraP1 === false ? 'NOT_LICENSED' : null
}

const HOUR_MS = 3_600_000

/**
 * Whether it is a tenant's turn: at once when it was never tried, then once a night in the
 * installation's zone, and by day only when the nights were too short for everybody.
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
