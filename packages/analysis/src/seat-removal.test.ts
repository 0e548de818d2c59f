import fc from 'fast-check'
import { expect, test } from 'vitest'

import { seatRemovalOf } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000)

const bought = (facts: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  skuId: 'x',
  status: 'Enabled',
  isTrial: false,
  totalLicenses: 10,
  createdDateTime: inDays(-400),
  nextLifecycleDateTime: inDays(30),
  ...facts,
})

const DATE = inDays(30).toISOString()

test.each<[string, number, SubscriptionFacts[], ReturnType<typeof seatRemovalOf>]>([
  ['no subscription', 3, [], { now: 0, atRenewal: [], notKnown: 3 }],
  ['nothing removable', 0, [bought({})], { now: 0, atRenewal: [], notKnown: 0 }],
  ['a renewal', 3, [bought({})], { now: 0, atRenewal: [{ date: DATE, seats: 3 }], notKnown: 0 }],
  [
    'a purchase of today',
    3,
    [bought({ createdDateTime: now })],
    { now: 3, atRenewal: [], notKnown: 0 },
  ],
  [
    'a purchase just seven days ago',
    3,
    [bought({ createdDateTime: inDays(-7) })],
    { now: 3, atRenewal: [], notKnown: 0 },
  ],
  [
    'a purchase a moment longer ago',
    3,
    [bought({ createdDateTime: new Date(inDays(-7).getTime() - 1) })],
    { now: 0, atRenewal: [{ date: DATE, seats: 3 }], notKnown: 0 },
  ],
  [
    'a purchase in the future',
    3,
    [bought({ createdDateTime: inDays(1) })],
    { now: 0, atRenewal: [{ date: DATE, seats: 3 }], notKnown: 0 },
  ],
  [
    'a renewal that has passed',
    3,
    [bought({ nextLifecycleDateTime: inDays(-1) })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  [
    'a renewal at this moment',
    3,
    [bought({ nextLifecycleDateTime: now })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  [
    'unknown dates',
    3,
    [bought({ createdDateTime: null, nextLifecycleDateTime: null })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  // Renewed yesterday for a year, or in its third year: Microsoft does not return which.
  [
    'an anniversary of yesterday',
    3,
    [
      bought({
        createdDateTime: new Date('2022-11-19T00:00:00Z'),
        nextLifecycleDateTime: new Date('2027-11-19T00:00:00Z'),
      }),
    ],
    { now: 0, atRenewal: [{ date: '2027-11-19T00:00:00.000Z', seats: 3 }], notKnown: 0 },
  ],
  [
    'a trial',
    3,
    [bought({ isTrial: true, createdDateTime: now })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  [
    'a suspended one',
    3,
    [bought({ status: ' suspended', createdDateTime: now })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  [
    'a deleted and a locked-out one',
    3,
    [bought({ status: 'Deleted' }), bought({ status: 'LockedOut' })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
  [
    'an unknown state',
    3,
    [bought({ status: 'somethingNew' })],
    { now: 0, atRenewal: [{ date: DATE, seats: 3 }], notKnown: 0 },
  ],
  [
    'several, first what can go now, then by date, each up to its seats',
    40,
    [
      bought({ nextLifecycleDateTime: inDays(300) }),
      bought({ nextLifecycleDateTime: inDays(30), totalLicenses: 4 }),
      bought({ createdDateTime: inDays(-2), nextLifecycleDateTime: inDays(363), totalLicenses: 5 }),
      bought({ nextLifecycleDateTime: new Date(inDays(30).getTime() + 1_000), totalLicenses: 6 }),
    ],
    {
      now: 5,
      atRenewal: [
        { date: DATE, seats: 10 },
        { date: inDays(300).toISOString(), seats: 10 },
      ],
      notKnown: 15,
    },
  ],
  [
    'fewer seats than none',
    3,
    [bought({ totalLicenses: -5 })],
    { now: 0, atRenewal: [], notKnown: 3 },
  ],
])('seats of %s', (_name, seats, subscriptions, removal) => {
  expect(seatRemovalOf(seats, { subscriptions, now })).toEqual(removal)
})

test('for any subscriptions, the parts add up and no seat is counted twice', () => {
  const day = fc.option(fc.integer({ min: -800, max: 800 }).map(inDays))
  const subscription = fc.record({
    skuId: fc.constant('x'),
    status: fc.constantFrom('Enabled', 'Warning', 'Suspended', 'LockedOut', 'Deleted', '', null),
    isTrial: fc.constantFrom(true, false, null),
    totalLicenses: fc.integer({ min: -10, max: 1_000_000 }),
    createdDateTime: day,
    nextLifecycleDateTime: day,
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.array(subscription, { maxLength: 8 }),
      (seats, subscriptions) => {
        const removal = seatRemovalOf(seats, { subscriptions, now })
        const parts = [removal.now, removal.notKnown, ...removal.atRenewal.map((at) => at.seats)]
        expect(parts.reduce((sum, part) => sum + part)).toBe(seats)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
        const dates = removal.atRenewal.map(({ date }) => date)
        expect(dates).toEqual(dates.toSorted())
        expect(dates.every((date) => new Date(date) > now)).toBe(true)
        const justBought = subscriptions.filter(
          (each) =>
            each.createdDateTime &&
            each.createdDateTime >= inDays(-7) &&
            each.createdDateTime <= now,
        )
        expect(removal.now > 0 && justBought.length === 0).toBe(false)
      },
    ),
  )
})
