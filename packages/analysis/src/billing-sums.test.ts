import { expect, test } from 'vitest'

import { billedDifference, billedTotals, billedYears } from './billing-sums.ts'
import { differenceText, monthName } from './billing-text.ts'

/** A small generator with a seed, so that a failure can be repeated. */
function numbersFrom(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % most
  }
}

test('tenants sum to the estate and twelve months to the year; tenants that were not read are in no sum', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const next = numbersFrom(seed)
    const tenantIds = Array.from({ length: next(9) + 1 }, (_, at) => at)
    const table = Array.from({ length: 24 }, (_, at) => ({
      month: `${2026 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
      people: tenantIds.map(() =>
        next(5) === 0
          ? null
          : { billedPeople: next(500), blockedPeople: next(50), guests: next(20) },
      ),
    }))
    const months = table.map(({ month, people }) => ({
      month,
      ...billedTotals(people.map((each) => ({ people: each }))),
    }))
    const byTenant = tenantIds.map((tenant) =>
      billedTotals(table.map(({ people }) => ({ people: people[tenant] ?? null }))),
    )
    const years = billedYears(months)
    expect(years.map(({ year, months: ofYear }) => [year, ofYear.length])).toEqual([
      ['2026', 12],
      ['2027', 12],
    ])
    for (const key of ['billedPeople', 'blockedPeople', 'guests'] as const) {
      const ofTenants = byTenant.reduce((total, each) => total + each[key], 0)
      expect(years.reduce((total, year) => total + year[key], 0)).toBe(ofTenants)
    }
    const records = months.reduce((total, { tenants, notRead }) => total + tenants + notRead, 0)
    expect(records).toBe(24 * tenantIds.length)
  }
})

test.each([
  ['2026-11', 'November 2026'],
  ['2027-01', 'January 2027'],
])('%s is %s', (month, name) => {
  expect(monthName(month)).toBe(name)
})

test.each([
  [10, 12, '+2'],
  [12, 10, '−2'],
  [12, 12, '0'],
  [null, 12, null],
  [12, null, null],
])('from %s to %s is %s', (before, people, text) => {
  expect(differenceText(before, people, String)).toBe(text)
})

test('only tenants with numbers in both months are compared', () => {
  const people = { billedPeople: 7, blockedPeople: 0, guests: 0 }
  const tenants = [
    { before: 5, people },
    { before: null, people },
    { before: 3, people: null },
  ]
  expect(billedDifference(tenants)).toEqual({ before: 5, people: 7, tenants: 1 })
  expect(billedDifference(tenants.slice(1))).toBeNull()
})
