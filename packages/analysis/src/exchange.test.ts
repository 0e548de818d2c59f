import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createExchange, mergeRates } from './exchange.ts'

const eur = { currency: 'EUR', unitsPerUsd: 0.92, validFrom: '2026-11-01' } as const
const jpy = { currency: 'JPY', unitsPerUsd: 150.5, validFrom: '2026-11-01' } as const

test.each([
  ['USD to EUR', 22, 'USD', 'EUR', 20.24],
  ['EUR to USD', 20.24, 'EUR', 'USD', 22],
  ['a third currency', 9.2, 'EUR', 'JPY', 1505],
  ['a currency without decimals', 1.01, 'USD', 'JPY', 152],
  ['the same currency', 0.01, 'CHF', 'CHF', 0.01],
  ['nothing', 0, 'USD', 'EUR', 0],
] as const)('%s is converted by the rates', (_name, amount, from, to, expected) => {
  expect(createExchange([eur, jpy], '2026-11-20').convert(amount, from, to)).toBe(expected)
})

test('half of the smallest unit is rounded to the even one', () => {
  const half = createExchange([{ ...eur, unitsPerUsd: 0.5 }], '2026-11-20')
  const amounts = [0.01, 0.02, 0.03, 0.05, 0.07].map((usd) => half.convert(usd, 'USD', 'EUR'))
  expect(amounts).toEqual([0, 0.01, 0.02, 0.02, 0.04])
})

test('the newest rate up to the day applies, and none before the first', () => {
  const rates = [{ ...eur, validFrom: '2027-01-01', unitsPerUsd: 0.9 }, eur]
  const on = (day: string) => createExchange(rates, day).convert(100, 'USD', 'EUR')
  expect(['2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].map(on)).toEqual([
    null,
    92,
    92,
    90,
  ])
  expect(createExchange(rates, '2026-10-31').ratesBetween('USD', 'EUR')).toEqual({
    rates: [],
    missing: ['EUR'],
  })
})

test('a missing rate is named, with the rates that are there', () => {
  const exchange = createExchange([eur], '2026-11-20')
  expect(exchange.convert(1, 'EUR', 'CHF')).toBeNull()
  expect(exchange.ratesBetween('EUR', 'CHF')).toEqual({ rates: [eur], missing: ['CHF'] })
  const merged = mergeRates([
    exchange.ratesBetween('EUR', 'CHF'),
    exchange.ratesBetween('USD', 'EUR'),
    undefined,
  ])
  expect(merged).toEqual({ rates: [eur], missing: ['CHF'] })
  expect(mergeRates([exchange.ratesBetween('USD', 'USD')])).toBeUndefined()
})

test('a conversion is never further from the exact amount than half of the smallest unit', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000_000 }).map((cents) => cents / 100)
  const rate = fc.integer({ min: 1, max: 10_000_000_000 }).map((scaled) => scaled / 1e6)
  fc.assert(
    fc.property(amount, rate, (usd, unitsPerUsd) => {
      const exchange = createExchange([{ ...eur, unitsPerUsd }], '2026-11-20')
      const converted = exchange.convert(usd, 'USD', 'EUR') ?? NaN
      const exact = usd * unitsPerUsd
      expect(Math.abs(converted - exact)).toBeLessThanOrEqual(0.005 + exact * 1e-12)
      expect(Math.round(converted * 100) / 100).toBe(converted)
    }),
  )
})
