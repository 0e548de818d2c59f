import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makeSavingsSummary } from '../../testing/tenants.ts'
import { savingsText } from './savings-text.ts'

const format = createFormat('UTC')

test.each([
  [
    'a part that can go now',
    { monthlyAmount: 4_210.9, monthlyAmountNow: 900, removableSeats: 310 },
    ['USD 4,210.90', '310 unassigned = 310 removable seats; USD 900.00 can be saved now'],
  ],
  [
    'one seat that cannot',
    { monthlyAmount: 22, removableSeats: 1 },
    ['USD 22.00', '1 unassigned = 1 removable seat; none confirmed as removable now'],
  ],
  [
    'seats without a price beside others',
    { monthlyAmount: 22, removableSeats: 6, unpricedSeats: 5 },
    [
      'USD 22.00',
      '6 unassigned = 6 removable seats; 5 without a price; none confirmed as removable now',
    ],
  ],
  [
    'seats without any price',
    { removableSeats: 5, unpricedSeats: 5 },
    ['—', '5 unassigned = 5 removable seats; 5 without a price'],
  ],
  ['nothing', {}, ['USD 0.00', 'No removable seats']],
  [
    'less than a dollar',
    { monthlyAmount: 0.4, removableSeats: 1 },
    ['USD 0.40', '1 unassigned = 1 removable seat; none confirmed as removable now'],
  ],
])('savings of %s are said', (_, changes, said) => {
  const { amount, detail } = savingsText(makeSavingsSummary(changes), format)
  expect([amount, detail]).toEqual(said)
})

test('without any reading nothing is said to be zero', () => {
  expect(savingsText(null, format)).toEqual({ amount: '—', detail: 'Not read yet' })
})
