import { createHash } from 'node:crypto'

import type { UserId } from '@tenantscope/contract/ids'

import type { DatabaseHandle, Subscription } from '../../db/handle.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditSource } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { SESSION_ENDED_CHANNEL, createSessionsRepo } from './sessions.repo.ts'
import type { StoredSession } from './sessions.repo.ts'
import {
  closedBefore,
  expiryOf,
  isAlive,
  mustSetUpSecondFactor,
  touchedBy,
} from './sessions.rules.ts'

export type SessionsService = ReturnType<typeof createSessionsService>

interface SessionStart {
  readonly source: AuditSource
  /** The session that ends. */
  readonly replaced: string | null
  /** When the user proved their identity; null when unknown. */
  readonly authenticatedAt: Date | null
}

export interface StartedSession {
  /** The cookie's value. It is stored nowhere; the database contains its hash. */
  readonly cookie: string
  readonly sessionId: string
}

/** Manages sessions as described in decisions.md, Sign-in and sessions. */
export function createSessionsService(deps: {
  database: Pick<DatabaseHandle, 'db' | 'listen'>
  clock: Clock
  random: (bytes: number) => Buffer
  /** Seconds that a session outlives its last tab; shorter only in tests. */
  graceSeconds?: number | undefined
}) {
  const { database, clock, random, graceSeconds } = deps
  const repo = createSessionsRepo(database.db)
  const onEndBySession = new Map<string, Set<() => void>>()

  const newSecret = () => {
    const secret = random(SECRET_BYTES)
    return { cookie: secret.toString('base64url'), sessionId: idOf(secret) }
  }

  /** Now, and the time before which the last tab was closed if the session has ended. */
  function moment() {
    const now = clock.now()
    return { now, closedBefore: closedBefore(now, graceSeconds) }
  }

  return {
    moment,

    /** Starts a session after sign-in; ends `replaced`, so that ids rotate. */
    async start(
      userId: UserId,
      { source, replaced, authenticatedAt }: SessionStart,
      within?: Db,
    ): Promise<StartedSession> {
      const now = clock.now()
      const secret = newSecret()
      const scoped = within ? createSessionsRepo(within) : repo
      if (replaced !== null) await scoped.end(replaced)
      await scoped.insert({
        id: secret.sessionId,
        userId,
        createdAt: now,
        authenticatedAt,
        lastSeenAt: now,
        expiresAt: expiryOf(now, now),
        ipAddress: source.ipAddress,
        userAgent: source.userAgent,
      })
      return secret
    },

    /** Returns the user, or null. Also extends the session and revives one whose tab was just closed. */
    async resolveActor(
      cookie: string,
      context: { isBackground: boolean; now: Date },
    ): Promise<Actor | null> {
      const id = sessionIdOf(cookie)
      const session = id === null ? undefined : await repo.find(id)
      if (!session || !isAlive(session, context.now, graceSeconds)) return null
      const touched = touchedBy(session, context)
      if (touched && !(await repo.update(session.id, touched))) return null
      return toActor(session)
    },

    end: (sessionId: string): Promise<void> => repo.end(sessionId),

    /** Called when the last tab closed; any request within the grace period reverts this. */
    async endSoon(sessionId: string): Promise<void> {
      await repo.update(sessionId, { closingAt: clock.now() })
    },

    /** `within` ends them in the transaction of the change that requires it. */
    endAllOf: (userId: UserId, within?: Db): Promise<void> =>
      (within ? createSessionsRepo(within) : repo).endAllOf(userId, { except: null }),

    /** This session is unchanged. */
    endOthers: (
      { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
      within: Db,
    ): Promise<void> => createSessionsRepo(within).endAllOf(userId, { except: sessionId }),

    /** Moves one session to a new id and ends the user's others; throws when it has already ended. */
    async keepOnly(
      actor: Pick<Actor, 'userId' | 'sessionId'>,
      within: Db,
    ): Promise<StartedSession> {
      const scoped = createSessionsRepo(within)
      const secret = newSecret()
      if (!(await scoped.update(actor.sessionId, { id: secret.sessionId })))
        throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
      await scoped.endAllOf(actor.userId, { except: secret.sessionId })
      // Its streams reconnect with the new id.
      await scoped.announceEnd(actor.sessionId)
      return secret
    },

    onEnd(sessionId: string, onEnd: () => void): () => void {
      const listeners = onEndBySession.get(sessionId) ?? new Set()
      onEndBySession.set(sessionId, listeners.add(onEnd))
      return () => {
        listeners.delete(onEnd)
        if (listeners.size === 0) onEndBySession.delete(sessionId)
      }
    },

    /** Listens for ended sessions of all processes; heartbeats find those missed while disconnected. */
    listen: (): Promise<Subscription> =>
      database.listen({
        channel: SESSION_ENDED_CHANNEL,
        onPayload: (sessionId) => {
          for (const onEnd of onEndBySession.get(sessionId) ?? []) onEnd()
        },
        onConnected: () => undefined,
      }),

    /** Counts active sessions of one user, or of all users (null). */
    count: (userId: UserId | null): Promise<number> => repo.count(userId, moment()),

    sweep: (): Promise<void> => repo.deleteEnded(moment()),
  }
}

const SECRET_BYTES = 32

const idOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex')

function sessionIdOf(cookie: string): string | null {
  return /^[\w-]{43}$/u.test(cookie) ? idOf(Buffer.from(cookie, 'base64url')) : null
}

const toActor = (session: StoredSession): Actor => ({
  userId: session.userId,
  username: session.username,
  role: session.role,
  seesAllTenants: session.role === 'admin' || session.tenantAccess === 'all',
  mustResetPassword: session.mustResetPassword,
  mustSetUpSecondFactor: mustSetUpSecondFactor(session),
  sessionId: session.id,
  authenticatedAt: session.authenticatedAt,
})
