import { TenantId } from '@tenantscope/contract/ids'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { StoredCredential } from './credential-sealing.ts'

export type AzureRepo = ReturnType<typeof createAzureRepo>

type Trx = Transaction<Database>

/** What a connection is made of; secrets are sealed. */
export interface ConnectionValues extends StoredCredential {
  readonly clientId: string
  readonly tenantId: TenantId
  readonly cloud: Cloud
  readonly updatedBy: string
  readonly updatedAt: Date
}

/** The row of the Microsoft connection. */
export interface StoredConnection extends ConnectionValues {
  readonly version: number
  readonly lastSuccessAt: Date | null
  readonly lastSignInAt: Date | null
}

// Any number will do, as long as every process uses the same one.
const CHANGING_THE_CONNECTION = 7_304_151_218

/** The one stored connection to Microsoft. */
export function createAzureRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Until the transaction ends nobody else changes the connection, not even where none is stored. */
    async lock(trx: Trx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(CHANGING_THE_CONNECTION)})`.execute(trx)
    },

    async find(within: Kysely<Database> = db): Promise<StoredConnection | undefined> {
      const row = await within
        .selectFrom('microsoftConnection')
        .select([
          'clientId',
          'tenantId',
          'cloud',
          'credentialKind',
          'sealedClientSecret',
          'certificatePem',
          'sealedPrivateKey',
          'version',
          'updatedBy',
          'updatedAt',
          'lastSuccessAt',
          'lastSignInAt',
        ])
        .executeTakeFirst()
      return row === undefined ? undefined : { ...row, tenantId: TenantId.parse(row.tenantId) }
    },

    /** When the credential ends, where the directory told the last check of this same connection. */
    async findCredentialEnd(version: number): Promise<Date | null> {
      const row = await db
        .selectFrom('connectionChecks')
        .select('credentialExpiresAt')
        .where('connectionVersion', '=', version)
        .executeTakeFirst()
      return row?.credentialExpiresAt ?? null
    },

    /** False when one is stored already, also by another process at the same moment. */
    async insertFirst(connection: ConnectionValues): Promise<boolean> {
      const row = await db
        .insertInto('microsoftConnection')
        .values(connection)
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
      return row !== undefined
    },

    /** `isOther`: what the one before was last used for, also by people, says nothing of this one. */
    async replace(
      trx: Trx,
      connection: ConnectionValues,
      { isOther }: { isOther: boolean },
    ): Promise<void> {
      const values = {
        ...connection,
        ...(isOther ? { lastSuccessAt: null, lastSignInAt: null } : {}),
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

    /** The same credential under another key: nothing that anybody else would notice. */
    async replaceSealed(trx: Trx, credential: StoredCredential): Promise<void> {
      const { sealedClientSecret, sealedPrivateKey } = credential
      await trx
        .updateTable('microsoftConnection')
        .set({ sealedClientSecret, sealedPrivateKey })
        .execute()
    },

    /** Written only when what is stored is older than `unlessSince`, and of this version still. */
    async setLastSuccess(version: number, at: Date, unlessSince: Date): Promise<void> {
      await db
        .updateTable('microsoftConnection')
        .set({ lastSuccessAt: at })
        .where('version', '=', version)
        .where((eb) =>
          eb.or([eb('lastSuccessAt', 'is', null), eb('lastSuccessAt', '<=', unlessSince)]),
        )
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
