import { NO_PRICES, priceBookOf } from '../prices.ts'
import type { CustomerPrice, TenantPrices } from '../prices.ts'

/** A customer price for all tenants, in USD, on every day. */
export const customerPrice = (
  changes: Partial<CustomerPrice> & Pick<CustomerPrice, 'skuId' | 'monthly'>,
): CustomerPrice => ({
  tenantId: null,
  currency: 'USD',
  validFrom: null,
  validTo: null,
  ...changes,
})

/** Returns the prices of a tenant for which administrators entered nothing. */
export const listPrices = (now: Date): TenantPrices => priceBookOf(NO_PRICES, now).of(null)

/** Returns prices with one customer price; null: with none. */
export function pricesWith(skuId: string, monthly: number | null, now: Date): TenantPrices {
  if (monthly === null) return listPrices(now)
  const price = customerPrice({ skuId: skuId.toLowerCase(), monthly })
  return priceBookOf({ ...NO_PRICES, customerPrices: [price] }, now).of(null)
}
