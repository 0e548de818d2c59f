import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeLicense, summarizeLicenses, utilizationLabel } from './licenses.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'

const sku = (seats: Partial<Parameters<typeof describeLicense>[0]> = {}) => ({
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

test('seats in grace are usable, suspended and locked-out ones are not', () => {
  const license = describeLicense(
    sku({
      enabledUnits: 10,
      warningUnits: 5,
      suspendedUnits: 20,
      lockedOutUnits: 20,
      consumedUnits: 12,
    }),
  )
  expect([license.enabledUnits, license.availableUnits, license.utilizationPercent]).toEqual([
    15, 3, 80,
  ])
})

test('free and company-wide SKUs stay out of utilization and the totals of paid seats', () => {
  const licenses = [
    sku({ enabledUnits: 25, consumedUnits: 14 }),
    sku({ skuId: 'x', skuPartNumber: 'SOMETHING_FREE', enabledUnits: 1_000_000, consumedUnits: 3 }),
    sku({ skuId: 'y', skuPartNumber: 'STORAGE_PACK', appliesTo: 'Company', enabledUnits: 500 }),
  ].map(describeLicense)
  expect(licenses.map(({ utilization }) => utilization)).toEqual(['Some Waste', null, null])
  expect(summarizeLicenses(licenses)).toEqual({
    totalLicenses: 25,
    consumedLicenses: 14,
    availableLicenses: 11,
    totalSkus: 3,
    paidSkus: 1,
  })
})

test("one SKU's surplus never hides another's unused seats", () => {
  const licenses = [
    sku({ enabledUnits: 10, consumedUnits: 20 }),
    sku({ skuId: 'x', skuPartNumber: 'SPE_E3', enabledUnits: 10, consumedUnits: 4 }),
  ].map(describeLicense)
  expect(summarizeLicenses(licenses).availableLicenses).toBe(6)
})

test('whatever Microsoft answers, available seats lie between none and the usable ones', () => {
  const units = fc.integer({ min: 0, max: 2_000_000 })
  fc.assert(
    fc.property(
      fc.record({ enabledUnits: units, warningUnits: units, consumedUnits: units }),
      (seats) => {
        const license = describeLicense(sku(seats))
        expect(license.availableUnits).toBeGreaterThanOrEqual(0)
        expect(license.availableUnits).toBeLessThanOrEqual(license.enabledUnits)
        expect(license.utilization === 'Overallocated').toBe(
          license.enabledUnits > 0 && license.consumedUnits > license.enabledUnits,
        )
      },
    ),
  )
})
