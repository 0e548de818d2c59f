import { expect, test } from 'vitest'

import catalog from './license-catalog.json' with { type: 'json' }
import changes from './license-price-changes.json' with { type: 'json' }
import { listPriceOf } from './license-prices.ts'

const before = new Date('2026-06-30T23:59:59Z')
const after = new Date('2026-07-01T00:00:00Z')

const idOf = (partNumber: string): string =>
  catalog.find((sku) => sku.partNumber === partNumber)!.skuId

test.each([
  ['SPE_E3', 36, 39],
  ['SPE_E5', 57, 60],
  ['SPE_F1', 8, 10],
  ['M365_F1', 2.25, 3],
  ['AAD_PREMIUM', 6, 6],
  ['ENTERPRISEPACK', 23, 23],
  ['O365_BUSINESS_ESSENTIALS', 6, 7],
  ['O365_BUSINESS_PREMIUM', 12.5, 14],
  ['SPB', 22, 22],
  ['STANDARDPACK', 10, 10],
])('%s costs $%d until June 2026 and $%d from July', (partNumber, old, now) => {
  const skuId = idOf(partNumber)
  expect([listPriceOf(skuId, before)?.monthly, listPriceOf(skuId, after)?.monthly]).toEqual([
    old,
    now,
  ])
  expect(listPriceOf(skuId.toUpperCase(), after)).toEqual({
    monthly: now,
    currency: 'USD',
    source: 'list',
  })
})

test('a SKU without a price, a free SKU and an unknown SKU have no price', () => {
  expect(listPriceOf(idOf('FLOW_FREE'), after)).toBeNull()
  expect(listPriceOf(idOf('AAD_PREMIUM_FACULTY'), after)).toBeNull()
  expect(listPriceOf('constructor', after)).toBeNull()
  expect(listPriceOf('', after)).toBeNull()
})

test('every change is of a SKU that had a price before, in whole cents', () => {
  const changed = changes.flatMap((each) => Object.entries(each.usdPerUserMonthByPartNumber))
  for (const [partNumber, monthly] of changed) {
    const sku = catalog.find((each) => each.partNumber === partNumber)
    expect([partNumber, sku?.usdPerUserMonth]).toEqual([partNumber, expect.any(Number)])
    expect(Number.isInteger(Math.round(monthly * 1e6) / 1e4)).toBe(true)
  }
})
