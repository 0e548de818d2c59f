import type { Price } from '@tenantscope/contract/savings'

import type { Format } from '../lib/format.ts'

/** What a seat costs and whose word that is: 'list price, USD 22.00 per month'. */
export function licensePriceText(price: Price | null, format: Format): string {
  if (price === null) return 'no list price'
  const source = price.source === 'list' ? 'list price' : 'own price'
  return `${source}, ${format.money(price.monthly, price.currency)} per month`
}
