import type { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db, Trx } from '../../../db/tables.ts'

export type RenewalCalendarsRepo = ReturnType<typeof createRenewalCalendarsRepo>

/** The owner of a calendar link, as of now. */
export type CalendarReader = NonNullable<Awaited<ReturnType<RenewalCalendarsRepo['findReader']>>>

/** Stores calendar links; `tokenHash` is the stored hash of a token. */
export function createRenewalCalendarsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    find: (userId: UserId) =>
      db
        .selectFrom('renewalCalendars')
        .select(['createdAt', 'lastReadAt'])
        .where('userId', '=', userId)
        .executeTakeFirst(),

    /** Replaces the link of the user, if any; returns whether there was one. */
    async replace(
      trx: Trx,
      link: { userId: UserId; tokenHash: string; createdAt: Date },
    ): Promise<boolean> {
      const removed = await remove(trx, link.userId)
      await trx
        .insertInto('renewalCalendars')
        .values({ ...link, lastReadAt: null })
        .execute()
      return removed
    },

    remove,

    /** Undefined for an unknown token. */
    findReader: (tokenHash: string) =>
      db
        .selectFrom('renewalCalendars')
        .innerJoin('users', 'users.id', 'renewalCalendars.userId')
        .innerJoin('settings', (join) => join.onTrue())
        .select([
          'renewalCalendars.userId',
          'users.role',
          'users.authMethod',
          'users.isDisabled',
          'users.mustResetPassword',
          'settings.secondFactorRequired',
        ])
        .select([
          sql<boolean>`users.totp_secret is not null`.as('isEnrolled'),
          sql<boolean>`(users.role = 'admin' or users.tenant_access = 'all')`.as('seesAllTenants'),
        ])
        .where('renewalCalendars.tokenHash', '=', tokenHash)
        .executeTakeFirst(),

    async markRead(tokenHash: string, lastReadAt: Date): Promise<void> {
      await db
        .updateTable('renewalCalendars')
        .set({ lastReadAt })
        .where('tokenHash', '=', tokenHash)
        .execute()
    },
  }
}

/** Two changes of one user come one after the other: both lock the account. */
async function remove(trx: Trx, userId: UserId): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { numDeletedRows } = await trx
    .deleteFrom('renewalCalendars')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0
}
