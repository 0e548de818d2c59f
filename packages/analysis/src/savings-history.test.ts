import { expect, test } from 'vitest'

import { createExchange } from './exchange.ts'
import { reductionOf, savingsHistory } from './savings-history.ts'
import type { PastDecision, SavingsRecord } from './savings-history.ts'

const NOW = new Date('2027-04-20T12:00:00Z')
const EURO = createExchange(
  [{ currency: 'EUR', validFrom: '2026-01-01', unitsPerUsd: 0.5 }],
  '2027-04-20',
)
const USD = { currency: 'USD', exchange: EURO } as const

const record = (over: Partial<SavingsRecord>): SavingsRecord => ({
  tenantId: 'contoso',
  month: '2027-01',
  currency: 'USD',
  monthlyCost: 1_000,
  found: 100.1,
  decided: 0,
  unpricedSeats: 0,
  unpricedDecisions: 0,
  ...over,
})
const decision = (renewsAt: string, amount: number | null): PastDecision => ({
  renewsAt: new Date(renewsAt),
  saved: amount === null ? null : { amount, currency: 'USD' },
})
const monthsOf = (records: SavingsRecord[], decisions: PastDecision[] = []) =>
  savingsHistory({ records, decisions }, USD, NOW).months

test('a tenant counts with its last record for two months, then no longer', () => {
  const months = monthsOf([record({ month: '2026-12' }), record({ month: '2027-01', found: 80 })])
  expect(months.map(({ month, tenants, found }) => [month, tenants, found])).toEqual([
    ['2026-12', 1, 100.1],
    ['2027-01', 1, 80],
    ['2027-02', 1, 80],
    ['2027-03', 1, 80],
    ['2027-04', 0, 0],
  ])
})

test('amounts of several tenants add up to the cent, in the currency of the sum; a missing rate is named', () => {
  const records = [
    record({ month: '2027-04', found: 0.1 }),
    record({ tenantId: 'fabrikam', month: '2027-04', found: 0.1, currency: 'EUR' }),
    record({ tenantId: 'tailspin', month: '2027-04', found: 7, currency: 'CHF' }),
  ]
  const { months, exchange } = savingsHistory({ records, decisions: [] }, USD, NOW)
  expect(months).toMatchObject([{ month: '2027-04', tenants: 3, found: 0.3 }])
  expect(exchange).toMatchObject({ rates: [{ currency: 'EUR' }], missing: ['CHF'] })
})

test('what has no price is counted, not added', () => {
  const records = [
    record({ month: '2027-04', found: 0, unpricedSeats: 4, unpricedDecisions: 1 }),
    record({ tenantId: 'fabrikam', month: '2027-04', unpricedSeats: 3 }),
  ]
  expect(monthsOf(records)).toMatchObject([
    { found: 100.1, unpricedSeats: 7, unpricedDecisions: 1 },
  ])
})

test('a renewal counts as saved for 12 months, and adds up month by month', () => {
  const decisions = [
    decision('2027-02-10T12:00:00Z', 50),
    decision('2026-03-25T12:00:00Z', 20),
    decision('2027-04-01T12:00:00Z', null),
    decision('2027-03-01T12:00:00Z', 0),
  ]
  const { months, realized } = savingsHistory(
    { records: [record({ month: '2027-01' })], decisions },
    USD,
    NOW,
  )
  const savedIn = (month: string) => months.find((each) => each.month === month)?.saved
  expect(['2027-01', '2027-02', '2027-03'].map(savedIn)).toEqual([20, 70, 50])
  // 50 for two complete months, 20 for twelve.
  expect(realized).toEqual({ monthlyAmount: 50, total: 340, renewals: 2, unknown: 1 })
})

test('before the first record there is no month, and nothing is claimed', () => {
  expect(savingsHistory({ records: [], decisions: [] }, USD, NOW)).toEqual({
    currency: 'USD',
    months: [],
    realized: { monthlyAmount: 0, total: 0, renewals: 0, unknown: 0 },
  })
})

test.each([
  [{ kind: 'reduce', seatsBefore: 10, seatsAfter: 6 }, { monthly: 0.07 }, 0.28],
  [{ kind: 'cancel', seatsBefore: 10, seatsAfter: 0 }, { monthly: 22 }, 220],
  [{ kind: 'reduce', seatsBefore: 10, seatsAfter: 12 }, { monthly: 22 }, 0],
  [{ kind: 'keep', seatsBefore: 10, seatsAfter: 6 }, { monthly: 22 }, 0],
  [{ kind: 'reduce', seatsBefore: 10, seatsAfter: 6 }, null, null],
  [{ kind: 'cancel', seatsBefore: null, seatsAfter: 0 }, { monthly: 22 }, null],
] as const)('%o at %o saves %s', (given, price, saved) => {
  expect(reductionOf(given, price)).toBe(saved)
})
