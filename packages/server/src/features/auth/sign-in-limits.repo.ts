import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'

/** Counts failed local sign-ins in the database, for all processes together. */
export function createSignInLimitsRepo(db: Db) {
  return {
    /**
     * Counts an attempt as failed before it is made, unless the limit is reached. Parallel attempts
     * therefore get no more tries than sequential ones.
     */
    async reserve(attempt: {
      ipAddress: string
      at: Date
      since: Date
      limit: number
    }): Promise<{ reservation: number } | { oldestFailure: Date }> {
      const { ipAddress, at, since, limit } = attempt
      return db.transaction().execute(async (trx) => {
        // Attempts of one address are serialized.
        await sql`select pg_advisory_xact_lock(hashtextextended(${ipAddress}, 0))`.execute(trx)
        const failures = await trx
          .selectFrom('signInAddressFailures')
          .select('failedAt')
          .where('ipAddress', '=', ipAddress)
          .where('failedAt', '>', since)
          .orderBy('failedAt', 'desc')
          .limit(limit)
          .execute()
        const oldest = failures[limit - 1]
        if (oldest) return { oldestFailure: oldest.failedAt }
        const { id } = await trx
          .insertInto('signInAddressFailures')
          .values({ ipAddress, failedAt: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { reservation: id }
      })
    },

    async release(reservation: number): Promise<void> {
      await db.deleteFrom('signInAddressFailures').where('id', '=', reservation).execute()
    },

    /** Counts the attempt for the account; returns the number of earlier failures. */
    async countForAccount(username: string, at: Date): Promise<number> {
      const failures = await addFailure(db, username, at)
      return failures - 1
    },

    /**
     * Counts a code as wrong before it is checked, unless codes are locked; so parallel codes get
     * no more tries than sequential ones. Returns the number of wrong codes in a row.
     */
    async countCode(
      account: string,
      {
        at,
        countsFrom,
      }: { at: Date; countsFrom: (wrong: { failures: number; lastFailedAt: Date }) => Date },
    ): Promise<{ failures: number } | { lockedUntil: Date }> {
      return db.transaction().execute(async (trx) => {
        await trx
          .insertInto('signInAccountFailures')
          .values({ username: account, failures: 0, lastFailedAt: at })
          .onConflict((conflict) => conflict.column('username').doNothing())
          .execute()
        const wrong = await trx
          .selectFrom('signInAccountFailures')
          .select(['failures', 'lastFailedAt'])
          .where('username', '=', account)
          .forUpdate()
          .executeTakeFirst()
        // A right code has just cleared the count, so this is the first failure since.
        const lockedUntil = wrong ? countsFrom(wrong) : at
        if (lockedUntil > at) return { lockedUntil }
        return { failures: await addFailure(trx, account, at) }
      })
    },

    /** Removes one counted attempt. */
    async uncountForAccount(username: string): Promise<void> {
      await db
        .updateTable('signInAccountFailures')
        .set((eb) => ({ failures: eb('failures', '-', 1) }))
        .where('username', '=', username)
        .where('failures', '>', 0)
        .execute()
    },

    async clearAccount(username: string): Promise<void> {
      await db.deleteFrom('signInAccountFailures').where('username', '=', username).execute()
    },

    async deleteOld(before: { addresses: Date; accounts: Date }): Promise<void> {
      await db
        .deleteFrom('signInAddressFailures')
        .where('failedAt', '<=', before.addresses)
        .execute()
      await db
        .deleteFrom('signInAccountFailures')
        .where('lastFailedAt', '<=', before.accounts)
        .execute()
    },
  }
}

/** Counts a failure; returns the number of failures with this one. */
async function addFailure(db: Db, username: string, at: Date): Promise<number> {
  const { failures } = await db
    .insertInto('signInAccountFailures')
    .values({ username, failures: 1, lastFailedAt: at })
    .onConflict((conflict) =>
      conflict.column('username').doUpdateSet((eb) => ({
        failures: eb('signInAccountFailures.failures', '+', 1),
        lastFailedAt: at,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}
