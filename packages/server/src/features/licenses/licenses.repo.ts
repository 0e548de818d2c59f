import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Database, Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { IS_READ } from '../../db/tenant-scope.ts'
import { storedText } from '../../lib/stored-text.ts'
import { skuKeyOf } from './licenses.rules.ts'
import type { SeenSku } from './licenses.rules.ts'

export type LicensesRepo = ReturnType<typeof createLicensesRepo>

/** The administrators' settings of a SKU. */
export type SkuChange = Partial<Pick<SeenSku, 'isVisible' | 'friendlyName' | 'ownType'>>

/** Stores the SKUs of the installation; ids are stored in lower case. */
export function createLicensesRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    list: (): Promise<SeenSku[]> =>
      db.selectFrom('licenseVisibility').selectAll().orderBy('skuId').execute(),

    /** Held until the transaction ends, so that changes are logged one after the other. */
    lock: (trx: Trx, skuId: string): Promise<SeenSku | undefined> =>
      trx
        .selectFrom('licenseVisibility')
        .selectAll()
        .where('skuId', '=', skuId)
        .forUpdate()
        .executeTakeFirst(),

    async update(trx: Trx, skuId: string, change: SkuChange): Promise<void> {
      await trx.updateTable('licenseVisibility').set(change).where('skuId', '=', skuId).execute()
    },

    /** Undefined when the SKU already exists. */
    add: (trx: Trx, sku: Insertable<Database['licenseVisibility']>): Promise<SeenSku | undefined> =>
      trx
        .insertInto('licenseVisibility')
        .values(sku)
        .onConflict((conflict) => conflict.column('skuId').doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** Returns tenants that consented and are read by refreshes, by name. */
    listAskable: () =>
      db
        .selectFrom('tenants')
        .select(['id as tenantId', shownName('tenants').as('displayName')])
        .where('isConsented', '=', true)
        .where(IS_READ)
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('id')
        .execute(),

    /** Returns how many of these ids are new. */
    async countNew(trx: Trx, skuIds: readonly string[]): Promise<number> {
      const known = await trx
        .selectFrom('licenseVisibility')
        .select('skuId')
        .where(sql<boolean>`sku_id = any(${[...skuIds]}::text[])`)
        .execute()
      return skuIds.length - known.length
    },

    /** Newest first; without a limit, all. */
    listVisibilityLog(limit: number | null) {
      const entries = db.selectFrom('licenseVisibilityLog').selectAll().orderBy('id', 'desc')
      return (limit === null ? entries : entries.limit(limit)).execute()
    },

    async logVisibility(
      trx: Trx,
      entry: Insertable<Database['licenseVisibilityLog']>,
    ): Promise<void> {
      await trx.insertInto('licenseVisibilityLog').values(entry).execute()
    },

    /**
     * Stores the SKUs of a refresh. Known SKUs are skipped for a day, because an upsert locks its
     * rows until the transaction ends. The others are written by id, so that parallel refreshes
     * never deadlock.
     */
    async recordSeen(
      trx: Trx,
      skus: readonly { skuId: string; skuPartNumber: string }[],
      at: Date,
    ): Promise<void> {
      const partNumberById = new Map(
        skus.map((sku) => [skuKeyOf(sku.skuId), storedText(sku.skuPartNumber)]),
      )
      partNumberById.delete('')
      if (partNumberById.size === 0) return
      await sql`
        insert into license_visibility as known (sku_id, sku_part_number, first_discovered, last_seen)
        select seen.sku_id, seen.sku_part_number, ${at}::timestamptz, ${at}::timestamptz
        from unnest(${[...partNumberById.keys()]}::text[], ${[...partNumberById.values()]}::text[])
          as seen (sku_id, sku_part_number)
        where not exists (
          select from license_visibility fresh
          where fresh.sku_id = seen.sku_id and fresh.sku_part_number is not null
            and fresh.last_seen >= ${at}::timestamptz - interval '1 day')
        order by seen.sku_id
        on conflict (sku_id) do update set
          last_seen = excluded.last_seen,
          sku_part_number = coalesce(known.sku_part_number, excluded.sku_part_number)`.execute(trx)
    },
  }
}
