import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import { byAlphabet } from '../../../db/alphabet.ts'
import { readPriceFacts, renewPriceRevision } from '../../../db/price-facts.ts'
import type { Database, Db, Trx } from '../../../db/tables.ts'
import { shownName } from '../../../db/tenant-names.ts'
import { findUnknownTenants } from '../../../db/unknown-tenants.ts'
import type { NamedPrice, PriceSeries, StoredPrice } from './prices.rules.ts'

export type PricesRepo = ReturnType<typeof createPricesRepo>

type Days = Pick<StoredPrice, 'validFrom' | 'validTo'>

/** Stores prices of SKUs. Every write must call `noteChange` in its transaction. */
export function createPricesRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Changes whenever what `facts` reads has changed. */
    async revision(): Promise<string> {
      const row = await db.selectFrom('priceSettings').select('revision').executeTakeFirstOrThrow()
      return row.revision
    },

    facts: (within: Db = db) => readPriceFacts(within),

    noteChange: (trx: Trx): Promise<void> => renewPriceRevision(trx),

    /** By SKU; those for all tenants first, then by tenant and start. */
    list: (within: Db = db): Promise<NamedPrice[]> => named(within).execute(),

    find: (trx: Trx, id: number): Promise<NamedPrice | undefined> =>
      named(trx).where('price.id', '=', id).executeTakeFirst(),

    hasTenant: async (trx: Trx, tenantId: TenantId): Promise<boolean> =>
      (await findUnknownTenants(trx, [tenantId])).length === 0,

    /** The first price of the series, other than `except`, that applies on one of the days. */
    findOverlapping: (
      trx: Trx,
      series: PriceSeries,
      { validFrom, validTo, except }: Days & { except?: number },
    ): Promise<StoredPrice | undefined> =>
      ofSeries(trx, series)
        .where(sql<boolean>`coalesce(valid_from <= ${validTo}::date, true)`)
        .where(sql<boolean>`coalesce(valid_to >= ${validFrom}::date, true)`)
        .where('id', '<>', except ?? 0)
        .orderBy(sql`valid_from asc nulls first`)
        .executeTakeFirst(),

    /** The start of the next price after a day; undefined without one. */
    async nextStart(trx: Trx, series: PriceSeries, day: string): Promise<string | undefined> {
      const row = await ofSeries(trx, series)
        .where('validFrom', '>', day)
        .orderBy('validFrom')
        .executeTakeFirst()
      return row?.validFrom ?? undefined
    },

    async add(trx: Trx, price: Insertable<Database['licensePrices']>): Promise<number> {
      const row = await trx
        .insertInto('licensePrices')
        .values(price)
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    async change(
      trx: Trx,
      id: number,
      change: Omit<Insertable<Database['licensePrices']>, keyof PriceSeries | 'id' | 'version'>,
    ): Promise<void> {
      await trx
        .updateTable('licensePrices')
        .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    async remove(trx: Trx, id: number): Promise<void> {
      await trx.deleteFrom('licensePrices').where('id', '=', id).execute()
    },
  }
}

const ofSeries = (trx: Trx, { skuId, tenantId, kind }: PriceSeries) =>
  trx
    .selectFrom('licensePrices')
    .selectAll()
    .where('skuId', '=', skuId)
    .where('kind', '=', kind)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)

const named = (within: Db) =>
  within
    .selectFrom('licensePrices as price')
    .leftJoin('tenants', 'tenants.id', 'price.tenantId')
    .selectAll('price')
    .select(sql<string | null>`${shownName('tenants')}`.as('tenantName'))
    .orderBy('price.skuId')
    .orderBy(sql`price.tenant_id is not null`)
    .orderBy(byAlphabet(shownName('tenants')))
    .orderBy('price.tenantId')
    .orderBy('price.kind', 'desc')
    .orderBy(sql`price.valid_from asc nulls first`)
