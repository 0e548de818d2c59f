import { NO_PRICES } from '@tenantscope/analysis/prices'
import type { PriceFacts } from '@tenantscope/analysis/prices'
import { expect, test } from 'vitest'

import { createPriceBooks } from './price-books.service.ts'

const price = (monthly: number, days: { validFrom: string | null; validTo: string | null }) => ({
  skuId: 'sku',
  tenantId: null,
  monthly,
  currency: 'USD' as const,
  ...days,
})

test('prices are read again when they were changed, and resolved again on another day', async () => {
  let facts: PriceFacts = {
    ...NO_PRICES,
    customerPrices: [
      price(5, { validFrom: null, validTo: '2026-11-20' }),
      price(6, { validFrom: '2026-11-21', validTo: null }),
    ],
  }
  let revision = 'one'
  let now = new Date('2026-11-20T23:59:00Z')
  let reads = 0
  const books = createPriceBooks({
    repo: {
      revision: () => Promise.resolve(revision),
      facts: () => {
        reads += 1
        return Promise.resolve(facts)
      },
    },
    clock: { now: () => now },
  })
  const current = async () => (await books.current()).of(null).priceOf('sku').price?.monthly
  expect([await current(), await current(), reads]).toEqual([5, 5, 1])
  now = new Date('2026-11-21T00:00:00Z')
  expect([await current(), reads]).toEqual([6, 1])
  facts = { ...NO_PRICES, customerPrices: [price(7, { validFrom: null, validTo: null })] }
  expect(await current()).toBe(6)
  revision = 'two'
  expect([await current(), reads]).toEqual([7, 2])
})
