import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { Insertable, Kysely, Updateable } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** A session with what decides about its person, read together so that a demotion counts at once. */
export interface StoredSession {
  readonly id: string
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  readonly authMethod: 'traditional' | 'microsoft'
  readonly isDisabled: boolean
  readonly mustResetPassword: boolean
  readonly tenantAccess: 'all' | 'list' | 'groups'
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly closingAt: Date | null
}

/** Every process hears on this channel which session ended, so that its streams end too. */
export const SESSION_ENDED_CHANNEL = 'tenantscope_session_ended'

export function createSessionsRepo(db: Kysely<Database>) {
  return {
    async insert(session: Insertable<Database['sessions']>): Promise<void> {
      await db.insertInto('sessions').values(session).execute()
    },

    async find(id: string): Promise<StoredSession | undefined> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.userId')
        .select([
          'sessions.id',
          'sessions.userId',
          'sessions.createdAt',
          'sessions.lastSeenAt',
          'sessions.expiresAt',
          'sessions.closingAt',
          'users.username',
          'users.role',
          'users.authMethod',
          'users.isDisabled',
          'users.mustResetPassword',
          'users.tenantAccess',
        ])
        .where('sessions.id', '=', id)
        .executeTakeFirst()
      return row && { ...row, userId: UserId.parse(row.userId) }
    },

    /** False when the session has ended meanwhile; an ended one never comes back. */
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

    /** The person's sessions that have not ended, the one last used first. */
    async listOf(userId: UserId, { now, closedBefore }: { now: Date; closedBefore: Date }) {
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

    /** Sessions that have not ended, of one person or (null) of everybody. */
    async count(
      userId: UserId | null,
      { now, closedBefore }: { now: Date; closedBefore: Date },
    ): Promise<number> {
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

    async deleteEnded({ now, closedBefore }: { now: Date; closedBefore: Date }): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where((eb) => eb.or([eb('expiresAt', '<=', now), eb('closingAt', '<=', closedBefore)]))
        .execute()
    },
  }
}

/** Deleting and telling everybody is one statement: who hears of the end finds the session gone. */
async function endWhere(
  db: Kysely<Database>,
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
