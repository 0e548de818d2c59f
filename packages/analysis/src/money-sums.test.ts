import { CurrencyCode } from '@tenantscope/contract/currencies'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { amountsIn, createLicenseSums, skuFiguresOf } from './estate-licenses.ts'
import { centsOf } from './exchange.ts'
import { describeLicense } from './licenses.ts'
import { priceBookOf } from './prices.ts'
import { addSavings, summarizeSavings } from './savings.ts'
import { customerPrice } from './testing/prices.ts'

const now = new Date('2026-11-20T12:00:00Z')
const SKUS = ['cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46', '06ebc4ee-1bb5-47dd-8120-11324bc54e06', 'x']
const TENANTS = ['a', 'b', 'c']
const CURRENCIES = ['USD', 'EUR', 'JPY', 'CHF'] as const

const currency = fc.constantFrom(...CURRENCIES)
const price = fc.record({
  skuId: fc.constantFrom(...SKUS),
  tenantId: fc.constantFrom(null, ...TENANTS),
  monthly: fc.nat(20_000).map((amount) => amount / 100),
  currency: fc.constantFrom('USD', 'EUR', 'CHF'),
})
const rate = fc.record({
  currency,
  unitsPerUsd: fc.integer({ min: 1, max: 300_000_000 }).map((units) => units / 1e6),
  validFrom: fc.constantFrom('2026-01-01', '2026-11-01', '2027-01-01'),
})
const estate = fc.record({
  currency,
  currencies: fc.array(fc.record({ tenantId: fc.constantFrom(...TENANTS), currency })),
  customerPrices: fc.array(price.map(customerPrice)),
  rates: fc.array(rate, { maxLength: 8 }),
  seats: fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 9, maxLength: 9 }),
})

const cents = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + centsOf(amount ?? 0), 0)

test('tenants sum to the estate and SKUs to the tenant, in every currency', () => {
  fc.assert(
    fc.property(estate, ({ seats, ...facts }) => {
      const book = priceBookOf(facts, now)
      const sums = createLicenseSums(book)
      const tenants = TENANTS.map((tenantId, tenant) => {
        const prices = book.of(tenantId)
        const licenses = SKUS.map((skuId, sku) => {
          const [usable, assigned] = seats[tenant * SKUS.length + sku] ?? [0, 0]
          return describeLicense(skuOf(skuId, usable, assigned), { subscriptions: [], prices, now })
        })
        sums.add(licenses, { hasRenewals: true })
        return { licenses, currency: prices.currency }
      })
      const rows = sums.licenses()
      const totals = sums.totals(rows)

      for (const { licenses, currency: ofTenant } of tenants) {
        const own = summarizeSavings(licenses, { ...book, currency: ofTenant })
        expect(own.currency).toBe(ofTenant)
        const figures = licenses.map(skuFiguresOf)
        expect(cents(figures.map(({ monthlyWaste }) => monthlyWaste))).toBe(
          centsOf(own.monthlyAmount),
        )
        expect(CurrencyCode.parse(own.currency)).toBe(prices(licenses)[0] ?? ofTenant)
      }
      const savings = tenants.map(({ licenses }) => summarizeSavings(licenses, book))
      expect(addSavings(savings, book.currency)).toEqual(totals.savings)
      expect(cents(rows.map(({ monthlyWaste }) => monthlyWaste))).toBe(
        centsOf(totals.savings.monthlyAmount),
      )
      expect(cents(rows.map(({ monthlyCost }) => monthlyCost))).toBe(centsOf(totals.monthlyCost))
      const lines = tenants.flatMap(({ licenses }) =>
        licenses.map((license) => amountsIn(book, skuFiguresOf(license), license.price)),
      )
      expect(cents(lines.map(({ monthlyCost }) => monthlyCost))).toBe(centsOf(totals.monthlyCost))
      // What is left out for a rate is named.
      const leftOut =
        totals.unpricedSeats - seatsWithoutAnyPrice(tenants.flatMap((t) => t.licenses))
      expect(leftOut === 0 || (totals.exchange?.missing.length ?? 0) > 0).toBe(true)
    }),
  )
})

type License = ReturnType<typeof describeLicense>

const prices = (licenses: readonly License[]) =>
  licenses.flatMap((license) => license.price?.currency ?? [])

const seatsWithoutAnyPrice = (licenses: readonly License[]): number =>
  licenses.reduce(
    (sum, { price: known, missingRates, boughtSeats }) =>
      sum + (known === null && missingRates === undefined ? (boughtSeats ?? 0) : 0),
    0,
  )

const skuOf = (skuId: string, usable: number, assigned: number) => ({
  skuId,
  skuPartNumber: skuId,
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits: assigned,
  enabledUnits: usable,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
})
