import { sql } from 'kysely'
import type { Kysely, Selectable, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { storedText } from '../../lib/stored-text.ts'
import { skuKeyOf } from './licenses.rules.ts'
import type { SeenSku } from './licenses.rules.ts'

export type LicensesRepo = ReturnType<typeof createLicensesRepo>

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

    async update(
      trx: Transaction<Database>,
      skuId: string,
      change: Partial<Pick<SeenSku, 'isVisible' | 'monthlyPriceCents'>>,
    ): Promise<void> {
      await trx.updateTable('licenseVisibility').set(change).where('skuId', '=', skuId).execute()
    },

    async logVisibility(
      trx: Transaction<Database>,
      entry: Omit<Selectable<Database['licenseVisibilityLog']>, 'id'>,
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
