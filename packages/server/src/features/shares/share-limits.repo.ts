import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type ShareLimitsRepo = ReturnType<typeof createShareLimitsRepo>

interface Attempt {
  readonly at: Date
  /** Failures count from here on. */
  readonly since: Date
  readonly limit: number
}

/** Failures of strangers, counted in the database so that all processes count together. */
export function createShareLimitsRepo(db: Kysely<Database>) {
  return {
    /** Counts a token that does not exist; the oldest one that counts when there are too many already. */
    async countMiss(
      ipAddress: string,
      { at, since, limit }: Attempt,
    ): Promise<{ oldestFailure: Date } | null> {
      return db.transaction().execute(async (trx) => {
        // Misses of one address count one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`share miss ${ipAddress}`}, 0))`.execute(
          trx,
        )
        const misses = await trx
          .selectFrom('shareMisses')
          .select('missedAt')
          .where('ipAddress', '=', ipAddress)
          .where('missedAt', '>', since)
          .orderBy('missedAt', 'desc')
          .limit(limit)
          .execute()
        const oldest = misses[limit - 1]
        if (oldest) return { oldestFailure: oldest.missedAt }
        await trx.insertInto('shareMisses').values({ ipAddress, missedAt: at }).execute()
        return null
      })
    },

    /**
     * Counts a passphrase as wrong before it is looked at, unless there were too many: a hundred at the
     * same moment then get as many tries as a hundred one after the other.
     */
    async reservePassphrase(
      tokenHash: string,
      { at, since, limit }: Attempt,
    ): Promise<{ reservation: number } | { oldestFailure: Date }> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`share passphrase ${tokenHash}`}, 0))`.execute(
          trx,
        )
        const failures = await trx
          .selectFrom('sharePassphraseFailures')
          .select('failedAt')
          .where('shareToken', '=', tokenHash)
          .where('failedAt', '>', since)
          .orderBy('failedAt', 'desc')
          .limit(limit)
          .execute()
        const oldest = failures[limit - 1]
        if (oldest) return { oldestFailure: oldest.failedAt }
        const { id } = await trx
          .insertInto('sharePassphraseFailures')
          .values({ shareToken: tokenHash, failedAt: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { reservation: id }
      })
    },

    async releasePassphrase(reservation: number): Promise<void> {
      await db.deleteFrom('sharePassphraseFailures').where('id', '=', reservation).execute()
    },

    async deleteOld(before: Date): Promise<void> {
      await db.deleteFrom('shareMisses').where('missedAt', '<=', before).execute()
      await db.deleteFrom('sharePassphraseFailures').where('failedAt', '<=', before).execute()
    },
  }
}
