import { expect, test } from 'vitest'

import { createFormat } from '../../../lib/format.ts'
import { makeLicense, makeLicenseSavings } from '../../../testing/tenant-details.ts'
import { makeSavingsSummary } from '../../../testing/tenants.ts'
import { figuresOf, removalTexts, savingsRows, summaryText } from './savings-words.ts'
import { seatSteps } from './seat-arithmetic.tsx'

const format = createFormat('UTC')

test.each([
  ['nothing to save', {}, 'No removable seats.'],
  [
    'all priced, a part now',
    { removableSeats: 12, monthlyAmount: 1_234.5, monthlyAmountNow: 200 },
    '12 unassigned = 12 removable seats. Savings: USD 1,234.50 per month. USD 200.00 can be saved now.',
  ],
  [
    'no seat confirmed as removable now',
    { removableSeats: 1, monthlyAmount: 22 },
    '1 unassigned = 1 removable seat. Savings: USD 22.00 per month. No seats are confirmed as removable now.',
  ],
  [
    'some without a price',
    { removableSeats: 5, heldSeats: 3, unpricedSeats: 2, monthlyAmount: 66, monthlyAmountNow: 66 },
    '2 unassigned + 3 held by blocked users or guests = 5 removable seats; 2 without a price. Savings: USD 66.00 per month. USD 66.00 can be saved now.',
  ],
  [
    'none with a price is no zero',
    { removableSeats: 1_000_000, unpricedSeats: 1_000_000 },
    '1,000,000 unassigned = 1,000,000 removable seats; 1,000,000 without a price. The savings are unknown.',
  ],
])('a sum in words: %s', (_case, changes, text) => {
  expect(summaryText(makeSavingsSummary(changes), format)).toBe(text)
})

test('removal dates are listed soonest first, and unknown ones are named', () => {
  const removal = {
    now: 2,
    atRenewal: [
      { date: '2027-01-05T00:00:00.000Z', seats: 3 },
      { date: '2027-06-01T00:00:00.000Z', seats: 1_000 },
    ],
    notKnown: 4,
  }
  expect(removalTexts(removal, format)).toEqual([
    '2 can be removed now',
    '3 at renewal on Jan 05, 2027',
    '1,000 at renewal on Jun 01, 2027',
    '4: renewal not known',
  ])
  expect(removalTexts({ now: 0, atRenewal: [], notKnown: 0 }, format)).toEqual([])
})

function texts(changes: Parameters<typeof makeLicenseSavings>[0]): string[] {
  return figuresOf(makeLicenseSavings(changes), format).map(
    ({ opens, text }) => `${opens}: ${text}`,
  )
}

test('figures leave zeros and what is not known out', () => {
  expect(
    texts({
      unassignedSeats: 1,
      keptSeats: 2,
      blockedHolders: 1,
      guestHolders: 3,
      overAllocatedSeats: 1_500,
    }),
  ).toEqual([
    'seats: 1 seat unassigned',
    'blocked: 1 blocked holder',
    'guests: 3 guest holders',
    'seats: over-allocated by 1,500 seats',
    'seats: 2 seats kept on purpose',
  ])
  expect(texts({ blockedHolders: null, guestHolders: null })).toEqual([])
})

function row(displayName: string, removableSeats: number, monthlyAmount: number | null) {
  const savings = makeLicenseSavings({ removableSeats, monthlyAmount, unassignedSeats: 1 })
  return makeLicense({ displayName, savings })
}

test('the most expensive license comes first, unpriced ones by seats, and others are left out', () => {
  const rows = savingsRows([
    row('No price, few', 1, null),
    row('Cheap', 50, 10),
    row('No price, many', 9, null),
    row('Dear', 1, 500),
    row('B nothing', 0, 0),
    row('A nothing', 0, 0),
    makeLicense({ displayName: 'Free', savings: null }),
    makeLicense({ displayName: 'All in use' }),
  ])
  expect(rows.map(({ license }) => license.displayName)).toEqual([
    'Dear',
    'Cheap',
    'A nothing',
    'B nothing',
    'No price, many',
    'No price, few',
  ])
})

test.each([
  ['unassigned alone', [10, 8], {}, 2, '+10 −8 =2'],
  ['kept on purpose', [10, 8], { keptSeats: 1 }, 1, '+10 −8 −1 =1'],
  ['taken back', [10, 8], { blockedHolders: 2, guestHolders: 1 }, 5, '+10 −8 +2 +1 =5'],
  ['a trial, or more to keep', [10, 8], { blockedHolders: 2 }, 3, '+10 −8 +2 −1 =3'],
  [
    'over-allocation is settled first',
    [10, 13],
    { overAllocatedSeats: 3, blockedHolders: 5 },
    2,
    '+10 −13 +5 =2',
  ],
  [
    'over-allocation is more than can be taken back',
    [10, 13],
    { overAllocatedSeats: 3, blockedHolders: 1 },
    0,
    '+10 −13 +1 +2 =0',
  ],
  ['people not known', [10, 8], { blockedHolders: null, guestHolders: null }, 2, '+10 −8 +? +? =2'],
])(
  'the arithmetic adds up line by line: %s',
  (_case, [usable, assigned], changes, removable, lines) => {
    const savings = makeLicenseSavings({ ...changes, removableSeats: removable })
    const license = makeLicense({ enabledUnits: usable!, consumedUnits: assigned!, savings })
    const steps = seatSteps({ license, savings })
    expect(steps.map(({ sign, seats }) => `${sign}${seats ?? '?'}`).join(' ')).toBe(lines)
  },
)
