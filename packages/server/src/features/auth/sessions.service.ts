import { createHash } from 'node:crypto'

import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { DatabaseHandle, Subscription } from '../../db/connection.ts'
import type { Database } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { SESSION_ENDED_CHANNEL, createSessionsRepo } from './sessions.repo.ts'
import type { StoredSession } from './sessions.repo.ts'
import { closedBefore, expiryOf, isAlive, touchedBy } from './sessions.rules.ts'

export type SessionsService = ReturnType<typeof createSessionsService>

interface SessionSource {
  readonly ipAddress: string
  readonly userAgent: string | null
}

export interface StartedSession {
  /** The cookie's value: it is nowhere else, the database holds its hash. */
  readonly cookie: string
  readonly sessionId: string
}

/** Sessions as decisions.md, Sign-in and sessions, has them. */
export function createSessionsService(deps: {
  database: Pick<DatabaseHandle, 'db' | 'listen'>
  clock: Clock
  random: (bytes: number) => Buffer
}) {
  const { database, clock, random } = deps
  const repo = createSessionsRepo(database.db)
  const onEndBySession = new Map<string, Set<() => void>>()

  const newSecret = () => {
    const secret = random(SECRET_BYTES)
    return { cookie: secret.toString('base64url'), sessionId: idOf(secret) }
  }

  return {
    /** Begins a session for somebody who has just signed in; `replaced` ends, so that ids rotate. */
    async start(
      userId: UserId,
      { source, replaced }: { source: SessionSource; replaced: string | null },
      within?: Kysely<Database>,
    ): Promise<StartedSession> {
      const now = clock.now()
      const secret = newSecret()
      const scoped = within ? createSessionsRepo(within) : repo
      if (replaced !== null) await scoped.end(replaced)
      await scoped.insert({
        id: secret.sessionId,
        userId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: expiryOf(now, now),
        ipAddress: source.ipAddress,
        userAgent: source.userAgent,
      })
      return secret
    },

    /** Who is calling, or null. Also rolls the session, and revives one whose tab closed a moment ago. */
    async resolveActor(
      cookie: string,
      context: { isBackground: boolean; now: Date },
    ): Promise<Actor | null> {
      const id = sessionIdOf(cookie)
      const session = id === null ? undefined : await repo.find(id)
      if (!session || !isAlive(session, context.now)) return null
      const touched = touchedBy(session, context)
      if (touched && !(await repo.update(session.id, touched))) return null
      return toActor(session)
    },

    end: (sessionId: string): Promise<void> => repo.end(sessionId),

    /** The last tab closed: any request within the grace takes this back. */
    async endSoon(sessionId: string): Promise<void> {
      await repo.update(sessionId, { closingAt: clock.now() })
    },

    /** `within` ends them in the transaction of what is the reason for it. */
    endAllOf: (userId: UserId, within?: Kysely<Database>): Promise<void> =>
      (within ? createSessionsRepo(within) : repo).endAllOf(userId, { except: null }),

    /** This one goes on as it is. */
    endOthers: (
      { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
      within: Kysely<Database>,
    ): Promise<void> => createSessionsRepo(within).endAllOf(userId, { except: sessionId }),

    /** Keeps one session under a new id and ends the person's others; who has lost it may not go on. */
    async keepOnly(
      actor: Pick<Actor, 'userId' | 'sessionId'>,
      within: Kysely<Database>,
    ): Promise<StartedSession> {
      const scoped = createSessionsRepo(within)
      const secret = newSecret()
      if (!(await scoped.update(actor.sessionId, { id: secret.sessionId })))
        throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
      await scoped.endAllOf(actor.userId, { except: secret.sessionId })
      // Its streams come back under the new id.
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

    /** Hears the ends that any process announces. What a lost connection misses, the heartbeats find. */
    listen: (): Promise<Subscription> =>
      database.listen({
        channel: SESSION_ENDED_CHANNEL,
        onPayload: (sessionId) => {
          for (const onEnd of onEndBySession.get(sessionId) ?? []) onEnd()
        },
        onConnected: () => undefined,
      }),

    /** Sessions that have not ended, of one person or (null) of everybody. */
    count(userId: UserId | null): Promise<number> {
      const now = clock.now()
      return repo.count(userId, { now, closedBefore: closedBefore(now) })
    },

    async sweep(): Promise<void> {
      const now = clock.now()
      await repo.deleteEnded({ now, closedBefore: closedBefore(now) })
    },
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
  sessionId: session.id,
  signedInAt: session.createdAt,
})
