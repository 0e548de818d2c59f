import { LicenseType } from '@tenantscope/contract/licenses'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import catalog from './license-catalog.json' with { type: 'json' }
import { productNameOf } from './license-catalog.ts'
import { licenseTypeOf } from './license-type.ts'

const unknownId = '00000000-0000-4000-8000-000000000001'

test.each([
  ['AAD_BASIC', 'retired'],
  ['MCOIMP', 'free'],
  ['AAD_PREMIUM', 'context-dependent'],
  ['SPB', 'context-dependent'],
  ['ENTERPRISEPACK', 'context-dependent'],
  ['FLOW_FREE', 'free'],
  ['POWER_BI_STANDARD', 'free'],
  ['POWERAPPS_VIRAL', 'free'],
  ['TEAMS_EXPLORATORY', 'free'],
  ['RMSBASIC', 'free'],
  ['SPE_E5', 'paid'],
  ['O365_BUSINESS_ESSENTIALS', 'paid'],
])('%s of the catalog is %s', (partNumber, expected) => {
  const sku = catalog.find((each) => each.partNumber === partNumber)
  expect(sku).toBeDefined()
  expect(
    licenseTypeOf(
      { skuId: sku!.skuId, skuPartNumber: partNumber, productName: sku!.productName },
      null,
    ),
  ).toBe(expected)
})

test.each([
  ['NEW_THING_FREE', 'New Thing', 'free'],
  ['NEW_TRIAL', 'New Thing', 'free'],
  ['NEW_EXPLORATORY', 'New Thing', 'free'],
  ['NEW_DEMO', 'New Thing', 'free'],
  ['NEW_THING', 'New Thing Exploratory', 'free'],
  ['NEW_THING', 'New Thing (Demo)', 'free'],
  ['NEW_THING', 'New Thing (Preview)', 'free'],
  ['NEW_THING', 'New Thing Basic', 'free'],
  ['NEW_BASIC', 'New Thing', 'paid'],
  ['FREEDOM_SUITE', 'Freedom Suite', 'paid'],
  ['INDUSTRIAL_PACK', 'Industrial Pack', 'paid'],
  ['', '', 'paid'],
  ['  spb ', 'Business Premium', 'context-dependent'],
  ['aad_basic', '', 'retired'],
  ['Mcoimp\t', '', 'free'],
  ['NEW_THING', '<b>Free</b>', 'free'],
  ['NEW_THING', '=CMD|free', 'free'],
  ['NEW_THING', '‮eerF 🦄', 'paid'],
  ['__proto__', 'constructor', 'paid'],
])(
  'a SKU that the catalog does not know, %s "%s", is %s',
  (skuPartNumber, productName, expected) => {
    expect(licenseTypeOf({ skuId: unknownId, skuPartNumber, productName }, null)).toBe(expected)
  },
)

test.each(LicenseType.options)("an administrator's own type, %s, counts before all else", (own) => {
  for (const partNumber of ['SPB', 'AAD_BASIC', 'FLOW_FREE', 'SPE_E5']) {
    const { skuId, productName } = catalog.find((each) => each.partNumber === partNumber)!
    expect(licenseTypeOf({ skuId, skuPartNumber: partNumber, productName }, own)).toBe(own)
  }
})

test('a SKU with a list price is never free by its name', () => {
  const freeButPriced = catalog.filter(
    (sku) =>
      (sku.usdPerUserMonth ?? 0) > 0 &&
      licenseTypeOf(
        { skuId: sku.skuId, skuPartNumber: sku.partNumber, productName: sku.productName },
        null,
      ) === 'free',
  )
  expect(freeButPriced).toEqual([])
})

test('a name is found by id in any case, then by part number, else the part number is the name', () => {
  const spb = catalog.find((sku) => sku.partNumber === 'SPB')!
  expect(productNameOf({ skuId: spb.skuId.toUpperCase(), skuPartNumber: 'X' })).toBe(
    spb.productName,
  )
  expect(productNameOf({ skuId: unknownId, skuPartNumber: ' spb' })).toBe(spb.productName)
  expect(productNameOf({ skuId: unknownId, skuPartNumber: 'NOBODY_KNOWS' })).toBe('NOBODY_KNOWS')
  expect(productNameOf({ skuId: unknownId, skuPartNumber: ' ' })).toBe(unknownId)
  expect(productNameOf({ skuId: unknownId, skuPartNumber: 'X' }, ' Added ')).toBe('Added')
  expect(productNameOf({ skuId: unknownId, skuPartNumber: 'spb' }, 'Added')).toBe(spb.productName)
})

test('every SKU has a type, and the case and blanks of its part number change nothing', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('SPB', 'MCOIMP', 'X_TRIAL', 'Developer', '__proto__'),
  )
  fc.assert(
    fc.property(name, name, (skuPartNumber, productName) => {
      const typeOf = (partNumber: string) =>
        licenseTypeOf({ skuId: unknownId, skuPartNumber: partNumber, productName }, null)
      const type = typeOf(skuPartNumber)
      expect(LicenseType.options).toContain(type)
      expect(typeOf(` ${skuPartNumber}\n`)).toBe(type)
      expect(typeOf(skuPartNumber.toUpperCase())).toBe(type)
    }),
  )
})
