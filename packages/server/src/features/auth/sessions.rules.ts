import { SESSION } from '@tenantscope/contract/limits'

interface SessionTimes {
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly closingAt: Date | null
}

interface SessionPerson {
  readonly authMethod: 'traditional' | 'microsoft'
  readonly role: string
  readonly isDisabled: boolean
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
/** Minimum interval of updates: a page sends many requests at once. */
const ROLLED_EVERY_MS = 60 * SECOND_MS

/** Returns 8 hours from now, at most 24 hours after the sign-in (decisions.md, Sign-in and sessions). */
export function expiryOf(createdAt: Date, now: Date): Date {
  const idle = now.getTime() + SESSION.idleHours * HOUR_MS
  return new Date(Math.min(idle, createdAt.getTime() + SESSION.absoluteHours * HOUR_MS))
}

/** Returns the time before which the last tab was closed if the session has ended. */
export const closedBefore = (
  now: Date,
  graceSeconds: number = SESSION.tabClosedGraceSeconds,
): Date => new Date(now.getTime() - graceSeconds * SECOND_MS)

export function isAlive(
  session: SessionTimes & SessionPerson,
  now: Date,
  graceSeconds?: number,
): boolean {
  if (session.expiresAt <= now) return false
  if (session.closingAt !== null && session.closingAt <= closedBefore(now, graceSeconds))
    return false
  return maySignIn(session)
}

/** Local accounts can sign in only as administrators (decisions.md, Roles). */
export const maySignIn = ({ authMethod, role, isDisabled }: SessionPerson): boolean =>
  !isDisabled && (authMethod === 'microsoft' || role === 'admin')

/** Microsoft users have the second factor of Microsoft (decision 0039). */
export const mustSetUpSecondFactor = ({
  secondFactorRequired,
  authMethod,
  isEnrolled,
}: Pick<SessionPerson, 'authMethod'> & {
  readonly secondFactorRequired: boolean
  readonly isEnrolled: boolean
}): boolean => secondFactorRequired && authMethod === 'traditional' && !isEnrolled

/**
 * Returns a request's changes to its session, or null. Any request revives it; only user requests
 * extend it.
 */
export function touchedBy(
  session: SessionTimes,
  { isBackground, now }: { isBackground: boolean; now: Date },
): { closingAt?: null; lastSeenAt?: Date; expiresAt?: Date } | null {
  const isRolled = !isBackground && now.getTime() - session.lastSeenAt.getTime() >= ROLLED_EVERY_MS
  if (!isRolled && session.closingAt === null) return null
  return {
    ...(session.closingAt === null ? {} : { closingAt: null }),
    ...(isRolled ? { lastSeenAt: now, expiresAt: expiryOf(session.createdAt, now) } : {}),
  }
}
