import type { SavingsSummary } from '@tenantscope/contract/savings'
import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makeFigures, makeSavingsSummary } from '../../testing/tenants.ts'
import { savingsText } from './savings-text.ts'
import { knownSavings } from './tenant-savings.ts'

const format = createFormat('UTC')

test.each([
  [
    'a part that can go now',
    { monthlyAmount: 4_210.9, monthlyAmountNow: 900, removableSeats: 310 },
    ['USD 4,210', '310 seats, USD 900 of it can go now'],
  ],
  [
    'one seat that cannot',
    { monthlyAmount: 22, removableSeats: 1 },
    ['USD 22.00', '1 seat, none known to go now'],
  ],
  [
    'seats without a price beside others',
    { monthlyAmount: 22, removableSeats: 6, unpricedSeats: 5 },
    ['USD 22.00', '6 seats, none known to go now, 5 unpriced'],
  ],
  [
    'seats without any price',
    { removableSeats: 5, unpricedSeats: 5 },
    ['—', '5 seats, no price is known'],
  ],
  ['nothing', {}, ['USD 0.00', 'No seat to spare']],
  [
    'less than a dollar',
    { monthlyAmount: 0.4, removableSeats: 1 },
    ['USD 0.40', '1 seat, none known to go now'],
  ],
])('savings of %s are said', (_, changes, said) => {
  const { amount, detail } = savingsText(makeSavingsSummary(changes), format)
  expect([amount, detail]).toEqual(said)
})

test('without any reading nothing is said to be zero', () => {
  expect(savingsText(null, format)).toEqual({ amount: '—', detail: 'Nothing was read yet' })
})

function figuresWith(changes: Partial<SavingsSummary>) {
  return makeFigures({ savings: makeSavingsSummary(changes) })
}

test('savings are known as zero only where they are', () => {
  expect(knownSavings(null)).toBeUndefined()
  expect(knownSavings(figuresWith({}))).toBe(0)
  expect(knownSavings(figuresWith({ removableSeats: 3, unpricedSeats: 3 }))).toBeUndefined()
  expect(
    knownSavings(figuresWith({ removableSeats: 3, unpricedSeats: 1, monthlyAmount: 44 })),
  ).toBe(44)
})
