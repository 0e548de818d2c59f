import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { CurrencyCode, UsedRates } from '@tenantscope/contract/currencies'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { createExchange } from './exchange.ts'
import type { Exchange } from './exchange.ts'

/** The currency of a sum, and what converts lines of other currencies into it. */
export interface SumCurrency {
  readonly currency: CurrencyCode
  readonly exchange: Exchange
}

/** Returns a sum of amounts that are all in one currency, such as those of one tenant. */
export const inOneCurrency = (currency: CurrencyCode): SumCurrency => ({
  currency,
  exchange: createExchange([], ''),
})

/** Returns the currency of the licenses of one tenant, whose prices all have the same. */
export const inTheirCurrency = (licenses: readonly Pick<TenantLicense, 'price'>[]): SumCurrency =>
  inOneCurrency(licenses.find(({ price }) => price !== null)?.price?.currency ?? LIST_CURRENCY)

/** Returns a line in the currency of a sum, rounded half to even; null when it is unknown or a rate is missing. */
export function lineIn(
  { currency, exchange }: SumCurrency,
  amount: number | null,
  price: TenantLicense['price'],
): number | null {
  if (amount === null || price === null) return null
  return exchange.convert(amount, price.currency, currency)
}

/** Returns the rates that a line of a sum rests on, also those that converted the price of its seat. */
export function ratesOfLine(
  { price, missingRates = [] }: Pick<TenantLicense, 'price' | 'missingRates'>,
  { currency, exchange }: SumCurrency,
): UsedRates {
  if (price === null) return { rates: [], missing: missingRates }
  const between = exchange.ratesBetween(price.currency, currency)
  return {
    rates: [...(price.convertedFrom?.rates ?? []), ...between.rates],
    missing: between.missing,
  }
}
