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
/** Rolling is written at most this often: a page makes many requests at once, and they say the same. */
const ROLLED_EVERY_MS = 60 * SECOND_MS

/** 8 hours from now, but never more than 24 after the sign-in (decisions.md, Sign-in and sessions). */
export function expiryOf(createdAt: Date, now: Date): Date {
  const idle = now.getTime() + SESSION.idleHours * HOUR_MS
  return new Date(Math.min(idle, createdAt.getTime() + SESSION.absoluteHours * HOUR_MS))
}

/** When a tab that closed before this was the last one, the session has ended. */
export const closedBefore = (now: Date): Date =>
  new Date(now.getTime() - SESSION.tabClosedGraceSeconds * SECOND_MS)

export function isAlive(session: SessionTimes & SessionPerson, now: Date): boolean {
  if (session.expiresAt <= now) return false
  if (session.closingAt !== null && session.closingAt <= closedBefore(now)) return false
  return maySignIn(session)
}

/** A local account that is no administrator's cannot sign in (decisions.md, Roles). */
export const maySignIn = ({ authMethod, role, isDisabled }: SessionPerson): boolean =>
  !isDisabled && (authMethod === 'microsoft' || role === 'admin')

/** What a request changes about its session, or null. Any request revives, only a person's own rolls. */
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
