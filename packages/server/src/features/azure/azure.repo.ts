import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import type { RefusedToken } from './connection-refusal.rules.ts'
import type { ProvenFacts, StoredConnection } from './stored-connection.ts'

export type AzureRepo = ReturnType<typeof createAzureRepo>

type ConnectionValues = Omit<
  StoredConnection,
  'id' | 'version' | 'lastSuccessAt' | 'lastSignInAt' | keyof typeof NOT_REFUSED
>

const NOT_REFUSED = {
  refusedCause: null,
  refusedAt: null,
  refusedMicrosoftCode: null,
  refusedWords: null,
  refusedRequestId: null,
}

// An arbitrary number, equal in all processes.
const CHANGING_THE_CONNECTION = 7_304_151_218

/** Stores the only connection to Microsoft. */
export function createAzureRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Locks the connection until the transaction ends, even if none is stored. */
    async lock(trx: Trx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(CHANGING_THE_CONNECTION)})`.execute(trx)
    },

    find: (within: Db = db): Promise<StoredConnection | undefined> =>
      within.selectFrom('microsoftConnection').selectAll().executeTakeFirst(),

    /** Returns the credential's expiry, if the last check of this connection returned it. */
    async findCredentialEnd(version: number): Promise<Date | null> {
      const row = await db
        .selectFrom('connectionChecks')
        .select('credentialExpiresAt')
        .where('connectionVersion', '=', version)
        .executeTakeFirst()
      return row?.credentialExpiresAt ?? null
    },

    /** Returns false when one is already stored, also by another process at the same time. */
    async insertFirst(connection: ConnectionValues): Promise<boolean> {
      const row = await db
        .insertInto('microsoftConnection')
        .values(connection)
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
      return row !== undefined
    },

    /** `proven`: what the proof showed. `isOther`: the previous one's last sign-in does not apply. */
    async replace(
      trx: Trx,
      connection: ConnectionValues,
      { proven, isOther }: { proven: ProvenFacts; isOther: boolean },
    ): Promise<void> {
      const values = {
        ...connection,
        ...NOT_REFUSED,
        ...(isOther ? { lastSuccessAt: null, lastSignInAt: null } : {}),
        ...proven,
      }
      await trx
        .insertInto('microsoftConnection')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            ...values,
            version: eb('microsoftConnection.version', '+', 1),
          })),
        )
        .execute()
    },

    /** Stores the same credential sealed with another key; not a change. */
    async replaceSealed(
      trx: Trx,
      {
        sealedClientSecret,
        sealedPrivateKey,
      }: Pick<ConnectionValues, 'sealedClientSecret' | 'sealedPrivateKey'>,
    ): Promise<void> {
      await trx
        .updateTable('microsoftConnection')
        .set({ sealedClientSecret, sealedPrivateKey })
        .execute()
    },

    /** Stores that a token was issued; nothing when the version has changed. */
    async setLastSuccess(version: number, at: Date): Promise<void> {
      await db
        .updateTable('microsoftConnection')
        .set({ ...NOT_REFUSED, lastSuccessAt: at })
        .where('version', '=', version)
        .execute()
    },

    /** Stores a refusal; one with the same cause and code keeps its beginning. */
    async setRefused(version: number, refused: RefusedToken): Promise<void> {
      const { refusedCause: cause, refusedAt: at, refusedMicrosoftCode: code } = refused
      await db
        .updateTable('microsoftConnection')
        .set({
          ...refused,
          refusedAt: sql<Date>`case when refused_cause = ${cause}
            and (refused_cause <> 'other' or refused_microsoft_code = ${code}::text)
            then refused_at else ${at}::timestamptz end`,
        })
        .where('version', '=', version)
        .execute()
    },

    async setLastSignIn(version: number, at: Date): Promise<void> {
      await db
        .updateTable('microsoftConnection')
        .set({ lastSignInAt: at })
        .where('version', '=', version)
        .where((eb) => eb.or([eb('lastSignInAt', 'is', null), eb('lastSignInAt', '<', at)]))
        .execute()
    },
  }
}
