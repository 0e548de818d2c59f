import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type SignInLimitsRepo = ReturnType<typeof createSignInLimitsRepo>

interface WrongCodes {
  readonly failures: number
  readonly lastFailedAt: Date
}

/** Failed local sign-ins, counted in the database so that all processes count together. */
export function createSignInLimitsRepo(db: Kysely<Database>) {
  return {
    /**
     * Counts an attempt as failed before it is made, unless there are too many already: a hundred
     * attempts at the same moment then get as many tries as a hundred one after the other.
     */
    async reserve(attempt: {
      ipAddress: string
      at: Date
      since: Date
      limit: number
    }): Promise<{ reservation: number } | { oldestFailure: Date }> {
      const { ipAddress, at, since, limit } = attempt
      return db.transaction().execute(async (trx) => {
        // Attempts of one address count one after the other.
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

    /** Counts the attempt for the account; answers with how many failed before it. */
    async countForAccount(username: string, at: Date): Promise<number> {
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
      return failures - 1
    },

    /**
     * Counts a code as wrong before it is checked, unless codes do not count now: of many at the same
     * moment no more are tried than one after the other. Answers with how many in a row that makes.
     */
    async countCode(
      account: string,
      { at, countsFrom }: { at: Date; countsFrom: (wrong: WrongCodes) => Date },
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
        // A right code has just cleared the count: this is the first since.
        const lockedUntil = wrong ? countsFrom(wrong) : at
        if (lockedUntil > at) return { lockedUntil }
        const { failures } = await trx
          .insertInto('signInAccountFailures')
          .values({ username: account, failures: 1, lastFailedAt: at })
          .onConflict((conflict) =>
            conflict.column('username').doUpdateSet((eb) => ({
              failures: eb('signInAccountFailures.failures', '+', 1),
              lastFailedAt: at,
            })),
          )
          .returning('failures')
          .executeTakeFirstOrThrow()
        return { failures }
      })
    },

    /** Takes one counted attempt back. */
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
