import type { PriceFacts } from '@tenantscope/analysis/prices'
import { digitsOf } from '@tenantscope/contract/currencies'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from './tables.ts'

/** Returns an amount of the smallest unit as the contract has it. */
export const amountOfMinor = (minor: number, currency: CurrencyCode): number =>
  minor / 10 ** digitsOf(currency)

/** Returns an amount in the smallest unit. */
export const minorOfAmount = (amount: number, currency: CurrencyCode): number =>
  Math.round(amount * 10 ** digitsOf(currency))

/** Makes every process read the prices again. */
export async function renewPriceRevision(db: Db): Promise<void> {
  await db
    .updateTable('priceSettings')
    .set({ revision: sql<string>`gen_random_uuid()::text` })
    .execute()
}

/** Reads what administrators entered about prices, of all tenants or what concerns one; never a cost. */
export async function readPriceFacts(db: Db, tenantId?: TenantId): Promise<PriceFacts> {
  let prices = db
    .selectFrom('licensePrices')
    .select(['skuId', 'tenantId', 'amountMinor', 'currency', 'validFrom', 'validTo'])
    .where('kind', '=', 'customer')
  let currencies = db.selectFrom('tenantCurrencies').selectAll()
  if (tenantId !== undefined) {
    prices = prices.where((eb) =>
      eb.or([eb('tenantId', 'is', null), eb('tenantId', '=', tenantId)]),
    )
    currencies = currencies.where('tenantId', '=', tenantId)
  }
  const [settings, rows, rates, ofTenants] = [
    await db.selectFrom('priceSettings').select('currency').executeTakeFirstOrThrow(),
    await prices.orderBy('id').execute(),
    await db
      .selectFrom('exchangeRates')
      .select(['currency', 'unitsPerUsd', 'validFrom'])
      .orderBy('currency')
      .orderBy('validFrom')
      .execute(),
    await currencies.orderBy('tenantId').execute(),
  ]
  return {
    currency: settings.currency,
    currencies: ofTenants,
    customerPrices: rows.map(({ amountMinor, ...price }) => ({
      ...price,
      monthly: amountOfMinor(amountMinor, price.currency),
    })),
    rates,
  }
}
