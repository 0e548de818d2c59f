import type { LicenseType } from '@tenantscope/contract/licenses'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeLicense, summarizeLicenses, utilizationLabel } from './licenses.ts'
import type { LicenseContext, SkuSeats } from './licenses.ts'
import { listPrices, pricesWith } from './testing/prices.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const now = new Date('2026-11-20T12:00:00Z')

const sku = (seats: Partial<SkuSeats> = {}): SkuSeats => ({
  skuId: SPB,
  skuPartNumber: 'SPB',
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits: 0,
  enabledUnits: 0,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
  ...seats,
})

const NOTHING_CHOSEN = {
  friendlyName: null,
  productName: null,
  ownType: null,
  isVisible: true,
  firstDiscovered: now.toISOString(),
  lastSeen: now.toISOString(),
}

const own = (ownType: LicenseType | null) => ({ choice: { ...NOTHING_CHOSEN, ownType } })

const described = (seats: Partial<SkuSeats> = {}, context: Partial<LicenseContext> = {}) =>
  describeLicense(sku(seats), { subscriptions: [], prices: listPrices(now), now, ...context })

const bought = (facts: { isTrial: boolean; status?: string; totalLicenses?: number }) => ({
  skuId: SPB.toUpperCase(),
  status: 'Enabled',
  totalLicenses: 25,
  createdDateTime: null,
  nextLifecycleDateTime: null,
  ...facts,
})

test.each([
  [101, 100, 'Overallocated'],
  [100, 100, 'Fully Utilized'],
  [99, 100, 'Well Utilized'],
  [80, 100, 'Well Utilized'],
  [79, 100, 'Some Waste'],
  [50, 100, 'Some Waste'],
  [49, 100, 'High Waste'],
  [0, 1, 'High Waste'],
  [0, 0, null],
  [3, 0, 'In use without entitlement'],
  [995, 1000, 'Well Utilized'],
  [999_999, 1_000_000, 'Well Utilized'],
])('%i seats used of %i usable are %s', (assigned, usable, label) => {
  expect(utilizationLabel(assigned, usable)).toBe(label)
})

test('the bounds of the labels are exact for any number of seats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), (part) => {
      expect(utilizationLabel(4 * part, 5 * part)).toBe('Well Utilized')
      expect(utilizationLabel(4 * part - 1, 5 * part)).toBe('Some Waste')
      expect(utilizationLabel(part, 2 * part)).toBe('Some Waste')
      expect(utilizationLabel(part - 1, 2 * part)).toBe('High Waste')
    }),
  )
})

test('seats in grace are usable, suspended and locked-out ones are not', () => {
  const license = described({
    enabledUnits: 10,
    warningUnits: 5,
    suspendedUnits: 20,
    lockedOutUnits: 20,
    consumedUnits: 12,
  })
  expect([license.enabledUnits, license.availableUnits, license.utilizationPercent]).toEqual([
    15, 3, 80,
  ])
})

test('free and company-wide SKUs stay out of utilization, savings and the totals of paid seats', () => {
  const licenses = [
    described({ enabledUnits: 25, consumedUnits: 14 }),
    described({
      skuId: 'x',
      skuPartNumber: 'SOMETHING_FREE',
      enabledUnits: 1_000_000,
      consumedUnits: 3,
    }),
    described({
      // A license that is bought for users elsewhere: its name does not say 'company'.
      skuId: 'y',
      skuPartNumber: 'SPE_E3',
      appliesTo: 'COMPANY',
      enabledUnits: 500,
    }),
  ]
  expect(licenses.map(({ utilization }) => utilization)).toEqual(['Some Waste', null, null])
  expect(licenses.map(({ savings }) => savings?.removableSeats ?? null)).toEqual([11, null, null])
  expect(summarizeLicenses(licenses)).toEqual({
    totalLicenses: 25,
    consumedLicenses: 14,
    availableLicenses: 11,
    seatsBeyond: 0,
    totalSkus: 3,
    paidSkus: 1,
    freeSkus: 1,
    trialSkus: 0,
    selfServiceSkus: 0,
    deviceSkus: 0,
    companyWideSkus: 1,
    unknownSkus: 0,
  })
})

test('a paid SKU that this tenant has only as trials does not count as paid', () => {
  const seats = { enabledUnits: 25, consumedUnits: 5 }
  const trial = described(seats, { subscriptions: [bought({ isTrial: true })] })
  expect(trial).toMatchObject({ countsAsPaid: false, savings: null, utilization: null })
  expect(trial.licenseType).toBe('context-dependent')
  // Ended subscriptions have no usable seats.
  const afterTrial = described(seats, {
    subscriptions: [bought({ isTrial: true, status: 'Deleted' }), bought({ isTrial: false })],
  })
  expect(afterTrial).toMatchObject({ countsAsPaid: true, savings: { removableSeats: 20 } })
  const beside = described(
    { enabledUnits: 50, consumedUnits: 20 },
    { subscriptions: [bought({ isTrial: true }), bought({ isTrial: false })] },
  )
  expect(beside.savings).toMatchObject({ unassignedSeats: 30, removableSeats: 5 })
})

test("the administrator's choices are returned, or the defaults without any", () => {
  const seen = new Date('2026-01-02T03:04:05Z')
  const choice = {
    friendlyName: ' Premium <b> ',
    productName: 'Not looked at: the catalog has a name',
    ownType: null,
    isVisible: false,
    firstDiscovered: seen.toISOString(),
    lastSeen: now.toISOString(),
  }
  expect(described({}, { choice, prices: pricesWith(SPB, 0, now) })).toMatchObject({
    productName: 'Microsoft 365 Business Premium',
    friendlyName: 'Premium <b>',
    displayName: 'Premium <b>',
    isVisible: false,
    firstDiscovered: seen.toISOString(),
    lastSeen: now.toISOString(),
    price: { monthly: 0, currency: 'USD', source: 'own' },
  })
  expect(described({ skuPartNumber: ' spb ' })).toMatchObject({
    friendlyName: null,
    displayName: 'Microsoft 365 Business Premium',
    isVisible: true,
    firstDiscovered: null,
    lastSeen: null,
    price: { monthly: 22, currency: 'USD', source: 'list' },
  })
})

test("an administrator's own type takes a SKU out of waste and totals, and brings another in", () => {
  const seats = { enabledUnits: 25, consumedUnits: 5 }
  const free = described(seats, own('free'))
  expect(free).toMatchObject({ licenseType: 'free', countsAsPaid: false, savings: null })
  expect(summarizeLicenses([free])).toMatchObject({ totalLicenses: 0, paidSkus: 0, totalSkus: 1 })
  expect(described(seats, own(null)).savings?.unassignedSeats).toBe(20)
  const viral = { ...seats, skuId: 'x', skuPartNumber: 'NEW_VIRAL' }
  expect(described(viral, own(null)).countsAsPaid).toBe(false)
  expect(described(viral, own('paid'))).toMatchObject({ countsAsPaid: true, licenseType: 'paid' })
})

test("one SKU's surplus never hides another's unused seats", () => {
  const licenses = [
    described({ enabledUnits: 10, consumedUnits: 20 }),
    described({ skuId: 'x', skuPartNumber: 'SPE_E3', enabledUnits: 10, consumedUnits: 4 }),
  ]
  // 24 assigned + 6 available = 20 usable + 10 beyond
  expect(summarizeLicenses(licenses)).toMatchObject({
    totalLicenses: 20,
    consumedLicenses: 24,
    availableLicenses: 6,
    seatsBeyond: 10,
  })
})

test('for any reply of Microsoft, available seats lie between none and the usable ones', () => {
  const units = fc.integer({ min: -5, max: 2_000_000 })
  fc.assert(
    fc.property(
      fc.record({
        enabledUnits: units,
        warningUnits: units,
        suspendedUnits: units,
        consumedUnits: fc.nat(2_000_000),
        appliesTo: fc.constantFrom('User', 'Company', 'somethingNew', '', null),
        capabilityStatus: fc.string(),
        skuId: fc.constantFrom(SPB, 'constructor', ''),
        skuPartNumber: fc.constantFrom('SPB', ' spb ', '__proto__', '', '=1+1', '‮🦄'),
      }),
      (seats) => {
        const license = described(seats)
        expect(license.availableUnits).toBeGreaterThanOrEqual(0)
        expect(license.availableUnits).toBeLessThanOrEqual(license.enabledUnits)
        expect(license.utilization === 'Overallocated').toBe(
          license.countsAsPaid &&
            license.enabledUnits > 0 &&
            license.consumedUnits > license.enabledUnits,
        )
        expect(license.savings === null).toBe(!license.countsAsPaid)
      },
    ),
  )
})
