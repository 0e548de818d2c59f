import { expect, test } from 'vitest'

import { daysUntil, renewalEventOf, renewalsOfTenant } from './renewals.ts'
import type { Subscription } from './renewals.ts'

const NOW = new Date('2026-12-01T15:00:00Z')
const PRICE = { monthly: 10.1, currency: 'USD', source: 'own' } as const
const SAVINGS = {
  unassignedSeats: 12,
  keptSeats: 0,
  keptReason: null,
  blockedHolders: 0,
  guestHolders: 0,
  overAllocatedSeats: 0,
  removableSeats: 12,
  removableUnassigned: 12,
  monthlyAmount: 121.2,
  removal: { now: 0, atRenewal: [], notKnown: 0 },
}

const bought = (id: string, rest: Partial<Subscription> = {}): Subscription => ({
  id,
  skuId: 'SKU',
  skuPartNumber: 'PART',
  status: 'Enabled',
  isTrial: false,
  totalLicenses: 10,
  hasSeats: true,
  createdDateTime: null,
  nextLifecycleDateTime: new Date('2027-03-01T00:00:00Z'),
  ...rest,
})

const renewals = (
  subscriptions: readonly Subscription[],
  sku: Partial<NonNullable<ReturnType<Parameters<typeof renewalsOfTenant>[1]['skuOf']>>> = {},
) =>
  renewalsOfTenant(subscriptions, {
    now: NOW,
    skuOf: () => ({ displayName: 'Suite', kind: 'paid', price: PRICE, savings: SAVINGS, ...sku }),
  })

test.each([
  ['Enabled', false, 'renewsOrEnds'],
  [' enabled ', true, 'trialEnds'],
  ['Warning', false, 'graceEnds'],
  ['Warning', true, 'graceEnds'],
  ['Suspended', false, 'deleted'],
  ['LockedOut', false, 'changes'],
  ['Deleted', false, null],
  [null, false, 'changes'],
  ['constructor', false, 'changes'],
] as const)(
  'the event of a subscription in state %s (trial: %s) is %s',
  (status, isTrial, event) => {
    expect(renewalEventOf({ status, isTrial })).toBe(event)
  },
)

test('subscriptions of one SKU stay apart, and their removable seats add up to those of the SKU', () => {
  const listed = renewals([
    bought('late', { nextLifecycleDateTime: new Date('2027-06-01T00:00:00Z') }),
    bought('early', { totalLicenses: 7 }),
    bought('never', { nextLifecycleDateTime: null }),
    bought('gone', { status: 'Deleted' }),
    bought('suspended', { status: 'Suspended' }),
    bought('trial', { isTrial: true }),
    bought('unknown', { hasSeats: false, totalLicenses: 0 }),
  ])
  expect(
    listed.map(({ subscriptionId, seats, removableSeats, monthlyCost }) => [
      subscriptionId,
      seats,
      removableSeats,
      monthlyCost,
    ]),
  ).toEqual([
    ['late', 10, 5, 101],
    ['early', 7, 7, 70.7],
    ['suspended', 10, null, null],
    ['trial', 10, null, null],
    ['unknown', null, null, null],
  ])
})

test('seats bought this week are removable before the renewal and are counted at it', () => {
  const createdDateTime = new Date('2026-11-29T00:00:00Z')
  const listed = renewals([bought('old'), bought('new', { createdDateTime })])
  expect(listed.map(({ removableSeats }) => removableSeats)).toEqual([2, 10])
})

test('an unknown price has no cost, and unknown savings have no removable seats', () => {
  expect(renewals([bought('a')], { price: null, savings: null })).toMatchObject([
    { monthlyCost: null, removableSeats: null, seats: 10 },
  ])
})

test('free and self-service licenses are not listed; trials and company-wide ones are', () => {
  const listed = (['free', 'self-service', 'trial', 'company-wide'] as const).map((kind) =>
    renewals([bought('a')], { kind, savings: null }).map(({ event }) => event),
  )
  expect(listed).toEqual([[], [], ['trialEnds'], ['renewsOrEnds']])
})

test('days until a renewal are days in UTC', () => {
  expect(daysUntil('2026-12-01T00:00:00Z', NOW)).toBe(0)
  expect(daysUntil('2026-12-31T23:00:00Z', NOW)).toBe(30)
  expect(daysUntil('2026-11-30T23:00:00Z', NOW)).toBe(-1)
})
