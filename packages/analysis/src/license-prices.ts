import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { Price } from '@tenantscope/contract/savings'

import { catalogSku } from './license-catalog.ts'
import changes from './license-price-changes.json' with { type: 'json' }

interface PricedFrom {
  readonly validFrom: Date
  readonly monthly: number
}

/**
 * List prices that changed after the catalog was written, newest first. 'announced': from Microsoft's
 * own page; 'reported': from several other sources only. A change applies from 0:00 UTC.
 */
const changesByPartNumber: ReadonlyMap<string, readonly PricedFrom[]> = readChanges()

/** Returns the list price of a seat at a time, or null when the catalog has none. */
export function listPriceOf(skuId: string, now: Date): Price | null {
  const sku = catalogSku(skuId)
  if (sku === undefined) return null
  const changed = changesByPartNumber.get(sku.partNumber)?.find(({ validFrom }) => validFrom <= now)
  const monthly = changed?.monthly ?? sku.usdPerUserMonth
  return monthly !== null && monthly > 0
    ? { monthly, currency: LIST_CURRENCY, source: 'list' }
    : null
}

function readChanges(): Map<string, PricedFrom[]> {
  const byPartNumber = new Map<string, PricedFrom[]>()
  const newestFirst = changes.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))
  for (const { validFrom, usdPerUserMonthByPartNumber } of newestFirst) {
    for (const [partNumber, monthly] of Object.entries(usdPerUserMonthByPartNumber)) {
      const known = byPartNumber.get(partNumber) ?? []
      byPartNumber.set(partNumber, [...known, { validFrom: new Date(validFrom), monthly }])
    }
  }
  return byPartNumber
}
