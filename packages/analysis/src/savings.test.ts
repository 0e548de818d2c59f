import type { TenantLicense } from '@tenantscope/contract/licenses'
import { TenantLicense as TenantLicenseSchema } from '@tenantscope/contract/licenses'
import { SavingsSummary } from '@tenantscope/contract/savings'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeLicense, summarizeLicenses } from './licenses.ts'
import type { LicenseContext } from './licenses.ts'
import { addSavings, summarizeSavings } from './savings.ts'
import { inTheirCurrency } from './sum-currency.ts'
import { pricesWith } from './testing/prices.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const SPE_E5 = '06ebc4ee-1bb5-47dd-8120-11324bc54e06'
const FLOW_FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'
const now = new Date('2026-11-20T12:00:00Z')

interface Given extends Partial<LicenseContext> {
  /** A customer price; null: the list price. */
  readonly own?: number | null
  readonly skuId?: string
  readonly appliesTo?: string | null
  readonly usable: number
  readonly assigned: number
}

function judged({
  own = null,
  skuId = SPB,
  appliesTo = 'User',
  usable,
  assigned,
  ...context
}: Given): TenantLicense {
  return describeLicense(
    {
      skuId,
      skuPartNumber: 'SPE_E5',
      appliesTo,
      capabilityStatus: 'Enabled',
      consumedUnits: assigned,
      enabledUnits: usable,
      warningUnits: 0,
      suspendedUnits: 0,
      lockedOutUnits: 0,
      servicePlans: [],
    },
    { subscriptions: [], prices: pricesWith(skuId, own, now), now, ...context },
  )
}

const held = (blockedHolders: number, guestHolders: number) => ({
  holders: blockedHolders + guestHolders,
  blockedHolders,
  guestHolders,
})
const spare = (seats: number) => ({ seats, reason: 'New people in January' })
const choice = (isVisible: boolean) => ({
  friendlyName: null,
  productName: null,
  ownType: null,
  isVisible,
  firstDiscovered: now.toISOString(),
  lastSeen: now.toISOString(),
})

const USD = inTheirCurrency([])

const COUNTS = [
  'unassignedSeats',
  'keptSeats',
  'blockedHolders',
  'guestHolders',
  'overAllocatedSeats',
  'removableSeats',
  'monthlyAmount',
] as const

test.each<[string, Given, (number | null)[]]>([
  ['all assigned', { usable: 10, assigned: 10 }, [0, 0, 0, 0, 0, 0, 0]],
  ['some unassigned', { usable: 25, assigned: 14 }, [11, 0, 0, 0, 0, 11, 242]],
  ['spare seats', { usable: 25, assigned: 14, spare: spare(5) }, [6, 5, 0, 0, 0, 6, 132]],
  [
    'more spare seats than there are',
    { usable: 25, assigned: 14, spare: spare(50) },
    [0, 11, 0, 0, 0, 0, 0],
  ],
  [
    'blocked users and guests',
    { usable: 25, assigned: 20, holders: held(3, 2) },
    [5, 0, 3, 2, 0, 10, 220],
  ],
  [
    'spare seats that reclaimed ones would fill',
    { usable: 20, assigned: 20, holders: held(3, 0), spare: spare(2) },
    [0, 0, 3, 0, 0, 1, 22],
  ],
  [
    'users that could not be read',
    { usable: 25, assigned: 20, holders: null },
    [5, 0, null, null, 0, 5, 110],
  ],
  [
    'more reclaimable holders than seats in use',
    { usable: 5, assigned: 2, holders: held(4, 4) },
    [3, 0, 4, 4, 0, 5, 110],
  ],
  ['over-allocation', { usable: 10, assigned: 12 }, [0, 0, 0, 0, 2, 0, 0]],
  [
    'over-allocation that is settled first',
    { usable: 10, assigned: 12, holders: held(3, 0) },
    [0, 0, 3, 0, 2, 1, 22],
  ],
  [
    'use without entitlement',
    { usable: 0, assigned: 12, holders: held(3, 1) },
    [0, 0, 3, 1, 0, 0, 0],
  ],
  [
    'a million seats',
    { usable: 1_000_000, assigned: 1 },
    [999_999, 0, 0, 0, 0, 999_999, 21_999_978],
  ],
  ['an own price', { usable: 3, assigned: 0, own: 10.1 }, [3, 0, 0, 0, 0, 3, 30.3]],
  ['an own price of nothing', { usable: 3, assigned: 0, own: 0 }, [3, 0, 0, 0, 0, 3, 0]],
  ['no price', { skuId: 'unknown', usable: 3, assigned: 0 }, [3, 0, 0, 0, 0, 3, null]],
])('seats of a SKU with %s', (_name, given, counts) => {
  const { savings } = judged(given)
  expect(COUNTS.map((count) => savings?.[count])).toEqual(counts)
})

test('spare seats are returned with their reason', () => {
  expect(judged({ usable: 5, assigned: 1, spare: spare(2) }).savings?.keptReason).toBe(
    'New people in January',
  )
  expect(judged({ usable: 5, assigned: 1 }).savings?.keptReason).toBeNull()
})

test('a sum adds cents, not fractions, and includes seats removable now and seats without a price', () => {
  const justBought = {
    skuId: SPB,
    status: 'Enabled',
    isTrial: false,
    totalLicenses: 2,
    createdDateTime: now,
    nextLifecycleDateTime: null,
  }
  const licenses = [
    judged({ usable: 3, assigned: 0, own: 0.1, subscriptions: [justBought] }),
    judged({ skuId: SPE_E5, usable: 1, assigned: 0, own: 0.2 }),
    judged({ skuId: 'unknown', usable: 7, assigned: 0 }),
    judged({ usable: 99, assigned: 0, choice: choice(false) }),
    judged({ skuId: FLOW_FREE, usable: 10_000, assigned: 0, own: 5 }),
    judged({ usable: 99, assigned: 0, appliesTo: 'Company' }),
  ]
  expect(summarizeSavings(licenses, USD)).toEqual({
    currency: 'USD',
    monthlyAmount: 0.5,
    monthlyAmountNow: 0.2,
    removableSeats: 11,
    unassignedSeats: 11,
    heldSeats: 0,
    keptSeats: 0,
    unpricedSeats: 7,
  })
  expect(summarizeSavings([], USD)).toEqual(addSavings([], 'USD'))
})

const day = fc.option(
  fc.integer({ min: -400, max: 800 }).map((days) => new Date(now.getTime() + days * 86_400_000)),
)
const given = fc.record({
  skuId: fc.constantFrom(SPB, SPE_E5, FLOW_FREE, 'unknown', '', '__proto__'),
  appliesTo: fc.constantFrom('User', 'Company', 'somethingNew', null),
  usable: fc.oneof(fc.nat(40), fc.nat(1_000_000)),
  assigned: fc.oneof(fc.nat(40), fc.nat(1_000_000)),
  holders: fc.oneof(
    fc.constant(null),
    fc.record({ holders: fc.nat(50), blockedHolders: fc.nat(50), guestHolders: fc.nat(50) }),
  ),
  spare: fc.option(fc.nat(60).map(spare), { nil: undefined }),
  own: fc.option(fc.nat(10_000_000).map((cents) => cents / 100)),
  choice: fc.option(fc.boolean().map(choice), { nil: undefined }),
  subscriptions: fc.array(
    fc.record({
      skuId: fc.constantFrom(SPB, SPE_E5, 'unknown'),
      status: fc.constantFrom('Enabled', 'Warning', 'Suspended', 'somethingNew', null),
      isTrial: fc.constantFrom(true, false, false, null),
      totalLicenses: fc.nat(1_000),
      createdDateTime: day,
      nextLifecycleDateTime: day,
    }),
    { maxLength: 4 },
  ),
})

test('savings are never negative, never exceed the seats, and their parts add up', () => {
  fc.assert(
    fc.property(given, (each) => {
      const license = judged(each)
      expect(TenantLicenseSchema.safeParse(license).error).toBeUndefined()
      const { savings, price } = license
      if (savings === null) return
      const { removal, removableSeats, unassignedSeats, keptSeats } = savings
      const atRenewal = removal.atRenewal.reduce((sum, { seats }) => sum + seats, 0)
      expect(removal.now + atRenewal + removal.notKnown).toBe(removableSeats)
      expect(Math.min(removableSeats, unassignedSeats, keptSeats)).toBeGreaterThanOrEqual(0)
      expect(removableSeats).toBeLessThanOrEqual(license.enabledUnits)
      expect(unassignedSeats + keptSeats).toBe(license.availableUnits)
      expect(savings.monthlyAmount === null).toBe(price === null)
      const reclaimable = each.holders ? each.holders.blockedHolders + each.holders.guestHolders : 0
      expect(removableSeats).toBeLessThanOrEqual(license.availableUnits + reclaimable)
    }),
  )
})

test('more spare seats never raise what could be saved', () => {
  fc.assert(
    fc.property(given, fc.nat(100), (each, more) => {
      const savedWith = (seats: number) =>
        judged({ ...each, spare: spare(seats) }).savings?.removableSeats ?? 0
      const seats = each.spare?.seats ?? 0
      expect(savedWith(seats + more)).toBeLessThanOrEqual(savedWith(seats))
    }),
  )
})

test('the sums of tenants are the sum of the estate, and hidden, free and company-wide SKUs are in neither', () => {
  fc.assert(
    fc.property(fc.array(fc.array(given, { maxLength: 5 }), { maxLength: 5 }), (estate) => {
      const tenants = estate.map((tenant) => tenant.map(judged))
      const whole = summarizeSavings(tenants.flat(), USD)
      expect(
        addSavings(
          tenants.map((tenant) => summarizeSavings(tenant, USD)),
          'USD',
        ),
      ).toEqual(whole)
      expect(SavingsSummary.safeParse(whole).error).toBeUndefined()
      const shown = tenants.flat().filter((each) => each.isVisible && each.countsAsPaid)
      expect(summarizeSavings(shown, USD)).toEqual(whole)
      expect(whole.monthlyAmountNow).toBeLessThanOrEqual(whole.monthlyAmount)
      expect(whole.unpricedSeats).toBeLessThanOrEqual(whole.removableSeats)
      // The sentence of the removable seats adds up, and meets the unused seats of every screen.
      expect(whole.unassignedSeats + whole.heldSeats).toBe(whole.removableSeats)
      const seats = summarizeLicenses(tenants.flat().filter((each) => each.isVisible))
      expect(whole.unassignedSeats + whole.keptSeats).toBe(seats.availableLicenses)
      expect(
        Math.min(whole.unassignedSeats, whole.heldSeats, whole.keptSeats),
      ).toBeGreaterThanOrEqual(0)
      expect(seats.totalLicenses - seats.availableLicenses + seats.seatsBeyond).toBe(
        seats.consumedLicenses,
      )
      const { totalSkus, paidSkus, freeSkus, trialSkus, companyWideSkus } = seats
      const otherSkus = seats.selfServiceSkus + seats.deviceSkus + seats.unknownSkus
      expect(paidSkus + freeSkus + trialSkus + companyWideSkus + otherSkus).toBe(totalSkus)
    }),
  )
})
