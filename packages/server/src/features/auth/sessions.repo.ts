import { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'

/** A session with the facts about its user, read together so that a demotion applies at once. */
export type StoredSession = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createSessionsRepo>['find']>>
>

/** The channel on which every process is notified of ended sessions, so that its streams end too. */
export const SESSION_ENDED_CHANNEL = 'tenantscope_session_ended'

interface Moment {
  readonly now: Date
  /** A session whose last tab was closed before has ended. */
  readonly closedBefore: Date
}

export function createSessionsRepo(db: Db) {
  return {
    async insert(session: Insertable<Database['sessions']>): Promise<void> {
      await db.insertInto('sessions').values(session).execute()
    },

    async find(id: string) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.userId')
        .innerJoin('settings', (join) => join.onTrue())
        .select([
          'sessions.id',
          'sessions.userId',
          'sessions.createdAt',
          'sessions.authenticatedAt',
          'sessions.lastSeenAt',
          'sessions.expiresAt',
          'sessions.closingAt',
          'users.username',
          'users.role',
          'users.authMethod',
          'users.isDisabled',
          'users.mustResetPassword',
          'users.tenantAccess',
          'settings.secondFactorRequired',
        ])
        .select(sql<boolean>`users.totp_secret is not null`.as('isEnrolled'))
        .where('sessions.id', '=', id)
        .executeTakeFirst()
      return row && { ...row, userId: UserId.parse(row.userId) }
    },

    /** Returns false when the session has ended; an ended session never returns. */
    async update(id: string, changes: Updateable<Database['sessions']>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set(changes)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    async end(id: string): Promise<void> {
      await endWhere(db, { id })
    },

    async endAllOf(userId: UserId, { except }: { except: string | null }): Promise<void> {
      await endWhere(db, { userId, except })
    },

    /** Returns the user's active sessions, most recently used first. */
    async listOf(userId: UserId, { now, closedBefore }: Moment) {
      return db
        .selectFrom('sessions')
        .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'ipAddress', 'userAgent'])
        .where('userId', '=', userId)
        .where('expiresAt', '>', now)
        .where((eb) => eb.or([eb('closingAt', 'is', null), eb('closingAt', '>', closedBefore)]))
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id')
        .execute()
    },

    /** Counts active sessions of one user, or of all users (null). */
    async count(userId: UserId | null, { now, closedBefore }: Moment): Promise<number> {
      const { count } = await db
        .selectFrom('sessions')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('expiresAt', '>', now)
        .where((eb) => eb.or([eb('closingAt', 'is', null), eb('closingAt', '>', closedBefore)]))
        .$if(userId !== null, (query) => query.where('userId', '=', userId))
        .executeTakeFirstOrThrow()
      return count
    },

    async announceEnd(id: string): Promise<void> {
      await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${id})`.execute(db)
    },

    async deleteEnded({ now, closedBefore }: Moment): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where((eb) => eb.or([eb('expiresAt', '<=', now), eb('closingAt', '<=', closedBefore)]))
        .execute()
    },
  }
}

/** Deletes and notifies in one statement, so that listeners find the session deleted. */
async function endWhere(
  db: Db,
  which: { id: string } | { userId: UserId; except: string | null },
): Promise<void> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`user_id = ${which.userId} and id <> ${which.except ?? ''}`
  await sql`
    with ended as (delete from sessions where ${condition} returning id)
    select pg_notify(${SESSION_ENDED_CHANNEL}, id) from ended`.execute(db)
}
