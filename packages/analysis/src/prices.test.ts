import { expect, test } from 'vitest'

import { NO_PRICES, priceBookOf } from './prices.ts'
import { customerPrice, listPrices, pricesWith } from './testing/prices.ts'

/** Microsoft 365 Business Premium: list price 22. */
const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const now = new Date('2026-11-20T12:00:00Z')
const eur = { currency: 'EUR', unitsPerUsd: 0.92, validFrom: '2026-11-01' } as const

test('a customer price beats the list, and 0 is a price', () => {
  expect(pricesWith(SPB, 19.99, now).priceOf(SPB)).toEqual({
    price: { monthly: 19.99, currency: 'USD', source: 'own' },
    isCharged: true,
  })
  expect(pricesWith(SPB, 0, now).priceOf(SPB)).toMatchObject({
    price: { monthly: 0, source: 'own' },
    isCharged: false,
  })
  expect(listPrices(now).priceOf(SPB.toUpperCase())).toMatchObject({
    price: { monthly: 22, source: 'list' },
    isCharged: false,
  })
  expect(listPrices(now).priceOf('unknown')).toEqual({ price: null, isCharged: false })
})

test('the price of the tenant beats the one for all tenants', () => {
  const customerPrices = [
    customerPrice({ skuId: SPB, monthly: 20 }),
    customerPrice({ skuId: SPB, monthly: 18.5, tenantId: 'contoso' }),
  ]
  const book = priceBookOf({ ...NO_PRICES, customerPrices }, now)
  expect(book.of('contoso').priceOf(SPB).price).toMatchObject({ monthly: 18.5, source: 'tenant' })
  expect(book.of('fabrikam').priceOf(SPB).price).toMatchObject({ monthly: 20, source: 'own' })
  expect(book.of(null).priceOf(SPB).price).toMatchObject({ monthly: 20, source: 'own' })
})

test('a price applies from its first day to its last, in UTC', () => {
  const days = { validFrom: '2026-11-20', validTo: '2026-11-21' }
  const facts = {
    ...NO_PRICES,
    customerPrices: [customerPrice({ skuId: SPB, monthly: 9, ...days })],
  }
  const at = (time: string) =>
    priceBookOf(facts, new Date(time)).of(null).priceOf(SPB).price?.monthly
  expect(at('2026-11-19T23:59:59Z')).toBe(22)
  expect(at('2026-11-20T00:00:00Z')).toBe(9)
  expect(at('2026-11-21T23:59:59Z')).toBe(9)
  expect(at('2026-11-22T00:00:00Z')).toBe(22)
})

test('prices are converted into the currency of the tenant by the rates of administrators', () => {
  const facts = {
    ...NO_PRICES,
    currencies: [{ tenantId: 'contoso', currency: 'EUR' as const }],
    customerPrices: [customerPrice({ skuId: 'sku', monthly: 20, currency: 'EUR' })],
  }
  const withRate = priceBookOf({ ...facts, rates: [eur] }, now).of('contoso')
  expect(withRate.priceOf('SKU').price).toEqual({ monthly: 20, currency: 'EUR', source: 'own' })
  expect(withRate.priceOf(SPB).price).toEqual({
    monthly: 20.24,
    currency: 'EUR',
    source: 'list',
    convertedFrom: { monthly: 22, currency: 'USD', rates: [eur] },
  })
  const without = priceBookOf(facts, now)
  expect(without.of('contoso').priceOf(SPB)).toEqual({
    price: null,
    missingRates: ['EUR'],
    isCharged: false,
  })
  expect(without.of('fabrikam').priceOf('sku')).toEqual({
    price: null,
    missingRates: ['EUR'],
    isCharged: true,
  })
})
