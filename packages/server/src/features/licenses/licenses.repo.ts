import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { storedText } from '../../lib/stored-text.ts'
import { skuKeyOf } from './licenses.rules.ts'
import type { SeenSku } from './licenses.rules.ts'

export type LicensesRepo = ReturnType<typeof createLicensesRepo>

/** What administrators say of a SKU. */
export type SkuChange = Partial<
  Pick<SeenSku, 'isVisible' | 'monthlyPriceCents' | 'friendlyName' | 'ownType'>
>

/** SKUs of the whole installation; their ids are stored in lower case. */
export function createLicensesRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
      db.transaction().execute(work),

    list: (): Promise<SeenSku[]> =>
      db.selectFrom('licenseVisibility').selectAll().orderBy('skuId').execute(),

    /** Held until the transaction ends, so that two changes are logged one after the other. */
    lock: (trx: Transaction<Database>, skuId: string): Promise<SeenSku | undefined> =>
      trx
        .selectFrom('licenseVisibility')
        .selectAll()
        .where('skuId', '=', skuId)
        .forUpdate()
        .executeTakeFirst(),

    async update(trx: Transaction<Database>, skuId: string, change: SkuChange): Promise<void> {
      await trx.updateTable('licenseVisibility').set(change).where('skuId', '=', skuId).execute()
    },

    /** Undefined when the SKU is there already. */
    add: (
      trx: Transaction<Database>,
      sku: Insertable<Database['licenseVisibility']>,
    ): Promise<SeenSku | undefined> =>
      trx
        .insertInto('licenseVisibility')
        .values(sku)
        .onConflict((conflict) => conflict.column('skuId').doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** How many of these ids nobody has seen yet. */
    async countNew(trx: Transaction<Database>, skuIds: readonly string[]): Promise<number> {
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
      trx: Transaction<Database>,
      entry: Insertable<Database['licenseVisibilityLog']>,
    ): Promise<void> {
      await trx.insertInto('licenseVisibilityLog').values(entry).execute()
    },

    /**
     * Keeps what a refresh saw. Known SKUs are left alone for a day, since an upsert locks whatever it
     * meets until its transaction ends; those that are written come by id, so that tenants that are
     * read at the same time never wait for each other in a circle.
     */
    async recordSeen(
      trx: Transaction<Database>,
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
