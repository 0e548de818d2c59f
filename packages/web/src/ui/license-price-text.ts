import { missingRateText, priceSourceText } from '@tenantscope/analysis/price-text'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import type { Format } from '../lib/format.ts'

/** Returns the price of a seat with its source: 'list price, USD 22.00 per month'. */
export function licensePriceText(
  { price, missingRates }: Pick<TenantLicense, 'price' | 'missingRates'>,
  format: Format,
): string {
  if (price === null) return missingRateText(missingRates) ?? 'no list price'
  const source = priceSourceText(price, { ...format, date: format.day })
  return `${source}, ${format.money(price.monthly, price.currency)} per month`
}
