import type { Price } from '@tenantscope/contract/savings'

import type { Format } from '../lib/format.ts'

/** Returns the price of a seat with its source: 'list price, USD 22.00 per month'. */
export function licensePriceText(price: Price | null, format: Format): string {
  if (price === null) return 'no list price'
  const source = price.source === 'list' ? 'list price' : 'own price'
  return `${source}, ${format.money(price.monthly, price.currency)} per month`
}
