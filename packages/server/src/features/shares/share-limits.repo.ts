import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'

export type ShareLimitsRepo = ReturnType<typeof createShareLimitsRepo>

interface Attempt {
  readonly at: Date
  /** Failures since this time are counted. */
  readonly since: Date
  readonly limit: number
}

/** Counts failures of visitors in the database, for all processes together. */
export function createShareLimitsRepo(db: Db) {
  return {
    /** Counts an unknown token; returns the oldest counted failure when the limit is reached. */
    async countMiss(
      ipAddress: string,
      { at, since, limit }: Attempt,
    ): Promise<{ oldestFailure: Date } | null> {
      return db.transaction().execute(async (trx) => {
        // Misses of one address are serialized.
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
     * Counts a passphrase as wrong before it is checked, unless the limit of the address at this link
     * (`limit`) or of the link (`ofLink`) is reached. Parallel attempts therefore get no more tries
     * than sequential ones.
     */
    async reservePassphrase(
      tokenHash: string,
      ipAddress: string,
      { at, since, limit, ofLink }: Attempt & { readonly ofLink: number },
    ): Promise<{ reservation: number } | { oldestFailure: Date }> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`share passphrase ${tokenHash}`}, 0))`.execute(
          trx,
        )
        const failures = await trx
          .selectFrom('sharePassphraseFailures')
          .select(['failedAt', 'ipAddress'])
          .where('shareToken', '=', tokenHash)
          .where('failedAt', '>', since)
          .orderBy('failedAt', 'desc')
          .limit(ofLink)
          .execute()
        const ofAddress = failures.filter((failure) => failure.ipAddress === ipAddress)
        const oldest = ofAddress[limit - 1] ?? failures[ofLink - 1]
        if (oldest) return { oldestFailure: oldest.failedAt }
        const { id } = await trx
          .insertInto('sharePassphraseFailures')
          .values({ shareToken: tokenHash, ipAddress, failedAt: at })
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
