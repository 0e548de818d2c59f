import { TenantId } from '@tenantscope/contract/ids'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type AzureRepo = ReturnType<typeof createAzureRepo>

/** The row of the Microsoft connection; the secret is sealed. */
export interface StoredConnection {
  readonly clientId: string
  readonly tenantId: TenantId
  readonly cloud: Cloud
  readonly sealedClientSecret: string | null
  readonly version: number
  readonly lastSignInAt: Date | null
}

/** The one stored connection to Microsoft. */
export function createAzureRepo(db: Kysely<Database>) {
  return {
    async find(): Promise<StoredConnection | undefined> {
      const row = await db
        .selectFrom('microsoftConnection')
        .select(['clientId', 'tenantId', 'cloud', 'sealedClientSecret', 'version', 'lastSignInAt'])
        .executeTakeFirst()
      return row === undefined ? undefined : { ...row, tenantId: TenantId.parse(row.tenantId) }
    },

    /** False when one is stored already, also by another process at the same moment. */
    async insertFirst(connection: {
      clientId: string
      tenantId: TenantId
      cloud: Cloud
      sealedClientSecret: string
      updatedBy: string
      updatedAt: Date
    }): Promise<boolean> {
      const row = await db
        .insertInto('microsoftConnection')
        .values(connection)
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
      return row !== undefined
    },

    async setLastSuccess(at: Date): Promise<void> {
      await db
        .updateTable('microsoftConnection')
        .set({ lastSuccessAt: at })
        .where((eb) => eb.or([eb('lastSuccessAt', 'is', null), eb('lastSuccessAt', '<', at)]))
        .execute()
    },

    async setLastSignIn(at: Date): Promise<void> {
      await db
        .updateTable('microsoftConnection')
        .set({ lastSignInAt: at })
        .where((eb) => eb.or([eb('lastSignInAt', 'is', null), eb('lastSignInAt', '<', at)]))
        .execute()
    },
  }
}
