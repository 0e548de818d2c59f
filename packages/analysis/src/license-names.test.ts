import type { LicenseType } from '@tenantscope/contract/licenses'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import catalog from './license-catalog.json' with { type: 'json' }
import { licenseContextsOf, retiredNoteOf } from './license-contexts.ts'
import { licenseKindOf } from './license-kind.ts'
import { friendlyNameOf, licenseNameOf } from './license-names.ts'

const SPB = { skuId: 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46', skuPartNumber: 'SPB' }
const unknown = { skuId: '00000000-0000-4000-8000-000000000001', skuPartNumber: 'CONTOSO_SUITE' }

test.each([
  [SPB, undefined, 'Microsoft 365 Business Premium'],
  [SPB, null, 'Microsoft 365 Business Premium'],
  [SPB, '  ', 'Microsoft 365 Business Premium'],
  [SPB, ' spb ', 'Microsoft 365 Business Premium'],
  [SPB, ' Our Premium ', 'Our Premium'],
  [SPB, '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  [SPB, '=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
  [SPB, '‮malware 🦄', '‮malware 🦄'],
  [
    { skuId: '6fd2c87f-b296-42f0-b197-1e91e994b900', skuPartNumber: 'ENTERPRISEPACK' },
    null,
    'Office 365 E3',
  ],
  [{ ...unknown, skuPartNumber: 'ENTERPRISEPACK' }, null, 'Office 365 E3'],
  [unknown, null, 'CONTOSO_SUITE'],
  [{ ...unknown, skuPartNumber: ' \t' }, null, unknown.skuId],
  [
    { skuId: 'CBDC14AB-D96C-4C30-B9F4-6ADA7CDC1D46', skuPartNumber: 'x' },
    null,
    'Microsoft 365 Business Premium',
  ],
])('%o that the administrator calls %j is shown as %s', (sku, friendlyName, name) => {
  expect(licenseNameOf(sku, friendlyName)).toBe(name)
})

test('a name is never empty, and never the part number in other letters', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.option(fc.string({ unit: 'grapheme' })),
      (skuPartNumber, friendlyName) => {
        const sku = { skuId: unknown.skuId, skuPartNumber }
        expect(licenseNameOf(sku, friendlyName).trim()).not.toBe('')
        expect(friendlyNameOf(sku, skuPartNumber.toLowerCase())).toBeNull()
      },
    ),
  )
})

test.each([
  ['AAD_PREMIUM', 3],
  [' spb', 3],
  ['ENTERPRISEPACK', 3],
  ['SPE_E5', 0],
  ['', 0],
])('%j may be free in %i contexts, and only where it depends on them', (skuPartNumber, count) => {
  expect(licenseContextsOf({ skuPartNumber, licenseType: 'context-dependent' })).toHaveLength(count)
  expect(licenseContextsOf({ skuPartNumber, licenseType: 'paid' })).toEqual([])
})

test('every context-dependent SKU of the catalog has its contexts', () => {
  const dependent = catalog.filter(
    ({ skuId, partNumber: skuPartNumber, productName }) =>
      licenseKindOf({ skuId, skuPartNumber, productName }, { ownType: null, isCharged: false }) ===
      'context-dependent',
  )
  expect(dependent.map(({ partNumber }) => partNumber)).toEqual([
    'AAD_PREMIUM',
    'ENTERPRISEPACK',
    'SPB',
  ])
  for (const { partNumber: skuPartNumber } of dependent)
    expect(licenseContextsOf({ skuPartNumber, licenseType: 'context-dependent' })).not.toEqual([])
})

const noteOf = (skuPartNumber: string, licenseType: LicenseType) =>
  retiredNoteOf({ skuPartNumber, licenseType })

test('retired SKUs say so, others do not', () => {
  expect(noteOf(' aad_basic', 'retired')).toBe('Retired 2023-04-01, formerly paid')
  expect(noteOf('ADV_COMMS', 'retired')).toMatch(/^Retired/u)
  expect(noteOf('SPB', 'context-dependent')).toBeNull()
})
