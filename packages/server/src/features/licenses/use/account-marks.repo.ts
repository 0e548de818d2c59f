import type { TenantId } from '@tenantscope/contract/ids'
import type { Insertable, Selectable } from 'kysely'

import { rowsOf } from '../../../db/generation-rows.ts'
import type { Database, Db, Trx } from '../../../db/tables.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'

export type AccountMarksRepo = ReturnType<typeof createAccountMarksRepo>

export type StoredMark = Selectable<Database['accountMarks']>

/** Stores which accounts of a tenant are not people. */
export function createAccountMarksRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    list: ({ tenantId }: TenantAccess): Promise<StoredMark[]> =>
      db.selectFrom('accountMarks').selectAll().where('tenantId', '=', tenantId).execute(),

    /** Changes of one tenant come one after the other; false when it is gone. */
    async lock(trx: Trx, { tenantId }: TenantAccess): Promise<boolean> {
      const row = await trx
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns whether the current reading contains the account. */
    async isRead(trx: Trx, { tenantId }: TenantAccess, userId: string): Promise<boolean> {
      const generationId = await currentGenerationOf(trx, tenantId)
      if (generationId === null) return false
      const row = await rowsOf(trx, 'directoryUsers', { tenantId, generationId })
        .select('id')
        .where('id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    find: (trx: Trx, { tenantId }: TenantAccess, userId: string): Promise<StoredMark | undefined> =>
      trx
        .selectFrom('accountMarks')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .executeTakeFirst(),

    save: (
      trx: Trx,
      row: Omit<Insertable<Database['accountMarks']>, 'version'>,
    ): Promise<StoredMark> =>
      trx
        .insertInto('accountMarks')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['tenantId', 'userId'])
            .doUpdateSet((eb) => ({ ...row, version: eb('accountMarks.version', '+', 1) })),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    async remove(trx: Trx, { tenantId }: TenantAccess, userId: string): Promise<void> {
      await trx
        .deleteFrom('accountMarks')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .execute()
    },
  }
}

async function currentGenerationOf(trx: Trx, tenantId: TenantId): Promise<number | null> {
  const row = await trx
    .selectFrom('tenants')
    .select('currentGenerationId')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.currentGenerationId ?? null
}
