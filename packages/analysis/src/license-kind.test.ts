import { LICENSE_KINDS, LicenseKind, LicenseType } from '@tenantscope/contract/licenses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CATALOG as catalog, productNameOf } from './license-catalog.ts'
import { licenseKindOf } from './license-kind.ts'
import { describeLicense, summarizeLicenses } from './licenses.ts'
import type { LicenseContext, SkuSeats } from './licenses.ts'
import { listPrices, pricesWith } from './testing/prices.ts'

const unknownId = '00000000-0000-4000-8000-000000000001'

const typeOf = (
  sku: Parameters<typeof licenseKindOf>[0],
  ownType: LicenseType | null = null,
): LicenseType => LICENSE_KINDS[licenseKindOf(sku, { ownType, isCharged: false })].licenseType

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
    typeOf({ skuId: sku!.skuId, skuPartNumber: partNumber, productName: sku!.productName }),
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
    expect(typeOf({ skuId: unknownId, skuPartNumber, productName })).toBe(expected)
  },
)

test.each([
  ['NEW_THING_TRIAL', 'New Thing', 'trial'],
  ['NEW_THING_VIRAL', 'New Thing', 'self-service'],
  ['NEW_THING_FREE', 'New Thing', 'free'],
  ['NEW_DEVICE', 'New Thing', 'device'],
  ['NEW_THING', 'New Thing for Servers', 'device'],
  ['NEW_CAPACITY', 'New Thing', 'company-wide'],
  ['NEW_THING', 'New Thing', 'unknown'],
  ['Microsoft_365_New_Basic_EEA', 'Microsoft_365_New_Basic_EEA', 'unknown'],
  ['POWERAPPS_DEV', 'By its part number', 'self-service'],
])('the kind of an unlisted SKU, %s "%s", is %s', (skuPartNumber, productName, expected) => {
  const sku = { skuId: unknownId, skuPartNumber, productName }
  expect(licenseKindOf(sku, { ownType: null, isCharged: false })).toBe(expected)
})

test('an unlisted SKU with a price of its own is never free by its name', () => {
  const sku = { skuId: unknownId, skuPartNumber: 'NEW_VIRAL', productName: 'New Free Trial' }
  expect(licenseKindOf(sku, { ownType: null, isCharged: true })).toBe('paid')
  expect(licenseKindOf(sku, { ownType: null, isCharged: false })).toBe('trial')
})

test.each(LicenseType.options)("an administrator's own type, %s, counts before all else", (own) => {
  for (const partNumber of ['SPB', 'AAD_BASIC', 'FLOW_FREE', 'SPE_E5']) {
    const { skuId, productName } = catalog.find((each) => each.partNumber === partNumber)!
    expect(typeOf({ skuId, skuPartNumber: partNumber, productName }, own)).toBe(own)
  }
})

test('a SKU with a list price is never free by its name', () => {
  const freeButPriced = catalog.filter(
    (sku) =>
      (sku.usdPerUserMonth ?? 0) > 0 &&
      typeOf({
        skuId: sku.skuId,
        skuPartNumber: sku.partNumber,
        productName: sku.productName,
      }) === 'free',
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
      const typeNamed = (partNumber: string) =>
        typeOf({ skuId: unknownId, skuPartNumber: partNumber, productName })
      const type = typeNamed(skuPartNumber)
      expect(LicenseType.options).toContain(type)
      expect(typeNamed(` ${skuPartNumber}\n`)).toBe(type)
      expect(typeNamed(skuPartNumber.toUpperCase())).toBe(type)
    }),
  )
})

const now = new Date('2026-11-20T12:00:00Z')

/** A SKU of a tenant: bought and assigned seats. */
const skuOf = (
  { skuId, partNumber }: { skuId: string; partNumber: string },
  [enabledUnits, consumedUnits]: readonly [bought: number, assigned: number],
): SkuSeats => ({
  skuId,
  skuPartNumber: partNumber,
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits,
  enabledUnits,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
})

const inTenant = (sku: SkuSeats, context: Partial<LicenseContext> = {}) =>
  describeLicense(sku, { subscriptions: [], prices: listPrices(now), now, ...context })

describe("the SKUs of Microsoft's list", () => {
  const listed = catalog.filter(({ isListed }) => isListed)
  const byKind = LicenseKind.options.map((kind) => {
    const skus = listed.filter((sku) => sku.kind === kind)
    return { kind, count: skus.length, skus, names: skus.map(({ partNumber }) => partNumber) }
  })

  test('are 569, and each has a kind', () => {
    expect(listed).toHaveLength(569)
    expect(byKind.reduce((sum, { count }) => sum + count, 0)).toBe(569)
    expect(byKind.find(({ kind }) => kind === 'unknown')?.names).toEqual([])
  })

  test.each(byKind)('$count are $kind and count as the table of kinds says', ({ kind, skus }) => {
    const { licenseType, inSeats, inWaste } = LICENSE_KINDS[kind]
    const wrong = skus.filter((sku) => {
      const license = inTenant(skuOf(sku, [40_000, 25]))
      return !(
        license.kind === kind &&
        license.licenseType === licenseType &&
        license.countsAsPaid === inSeats &&
        (license.utilization !== null) === inSeats &&
        (license.savings !== null) === inWaste
      )
    })
    expect(wrong).toEqual([])
  })
})

/** The most sold products, and those that fill the lists of small tenants. */
const MOST_SOLD: Readonly<Record<Exclude<LicenseKind, 'unknown'>, string>> = {
  paid:
    'O365_BUSINESS_ESSENTIALS O365_BUSINESS_PREMIUM O365_BUSINESS OFFICESUBSCRIPTION SPE_E3 SPE_E5 ' +
    'SPE_F1 M365_F1 STANDARDPACK ENTERPRISEPREMIUM DESKLESSPACK Microsoft_365_E3_(no_Teams) ' +
    'Microsoft_365_Business_Basic_EEA_(no_Teams) Microsoft_365_Business_Standard_EEA_(no_Teams) ' +
    'Office_365_w/o_Teams_Bundle_Business_Premium EXCHANGESTANDARD EXCHANGEENTERPRISE ' +
    'EXCHANGEDESKLESS EXCHANGEARCHIVE_ADDON AAD_PREMIUM_P2 EMS EMSPREMIUM INTUNE_A ' +
    'Microsoft_Intune_Suite ATP_ENTERPRISE THREAT_INTELLIGENCE DEFENDER_ENDPOINT_P1 WIN_DEF_ATP ' +
    'MDE_SMB IDENTITY_THREAT_PROTECTION INFORMATION_PROTECTION_COMPLIANCE RIGHTSMANAGEMENT ' +
    'MCOEV MCOMEETADV MCOTEAMS_ESSENTIALS Teams_Ess TEAMS_ESSENTIALS_AAD Microsoft_Teams_Premium ' +
    'Microsoft_Teams_Rooms_Pro MCOCAP Microsoft_365_Copilot POWER_BI_PRO PBI_PREMIUM_PER_USER ' +
    'FLOW_PER_USER POWERAPPS_PER_USER VISIOCLIENT VISIOONLINE_PLAN1 PROJECT_P1 ' +
    'PROJECTPROFESSIONAL PROJECTPREMIUM SHAREPOINTSTANDARD SHAREPOINTENTERPRISE ' +
    'WACONEDRIVESTANDARD WIN10_VDA_E3 DYN365_BUSCENTRAL_ESSENTIAL DYN365_ENTERPRISE_SALES ' +
    'CPC_B_2C_8RAM_128GB',
  'context-dependent': 'AAD_PREMIUM SPB ENTERPRISEPACK',
  retired: 'AAD_BASIC',
  device: 'INTUNE_A_D MDATP_Server OFFICE_PROPLUS_DEVICE1',
  free:
    'FLOW_FREE POWER_BI_STANDARD MCOIMP RMSBASIC TEAMS_FREE STREAM WINDOWS_STORE NONPROFIT_PORTAL ' +
    'PHONESYSTEM_VIRTUALUSER Microsoft_Teams_Rooms_Basic STANDARDWOFFPACK_FACULTY MCOMEETACPEA',
  trial: 'TEAMS_EXPLORATORY POWERAPPS_VIRAL CCIBOTS_PRIVPREV_VIRAL FORMS_PRO',
  'self-service': 'POWERAPPS_DEV RIGHTSMANAGEMENT_ADHOC',
  'company-wide': 'CDS_DB_CAPACITY CDS_FILE_CAPACITY CDS_LOG_CAPACITY SHAREPOINTSTORAGE',
}

test.each(
  LicenseKind.options.flatMap((kind) =>
    (kind === 'unknown' ? [] : MOST_SOLD[kind].split(' ')).map((partNumber) => ({
      partNumber,
      kind,
    })),
  ),
)('$partNumber is $kind', ({ partNumber, kind }) => {
  expect(catalog.find((sku) => sku.partNumber === partNumber)?.kind).toBe(kind)
})

const bySkuId = (skuId: string, partNumber: string, seats: readonly [number, number]) =>
  inTenant(skuOf({ skuId, partNumber }, seats))
const sumOf = (licenses: readonly ReturnType<typeof inTenant>[]) => {
  const { totalLicenses, availableLicenses } = summarizeLicenses(licenses)
  const removable = licenses.reduce((sum, { savings }) => sum + (savings?.removableSeats ?? 0), 0)
  return { totalLicenses, availableLicenses, removable }
}

describe('totals contain what is bought for people', () => {
  test('N6: Business Basic EEA (no Teams), 40 bought and 25 used, has 15 unassigned seats', () => {
    const license = bySkuId(
      'b1f3042b-a390-4b56-ab61-b88e7e767a97',
      'Microsoft_365_Business_Basic_EEA_(no_Teams)',
      [40, 25],
    )
    expect(license).toMatchObject({ licenseType: 'paid', utilization: 'Some Waste' })
    expect(sumOf([license])).toEqual({ totalLicenses: 40, availableLicenses: 15, removable: 15 })
  })

  test('N7: free, trial and self-service SKUs are in no sum', () => {
    const licenses = [
      bySkuId('3b555118-da6a-4418-894f-7df1e2096870', 'O365_BUSINESS_ESSENTIALS', [10, 10]),
      bySkuId('5b631642-bd26-49fe-bd20-1daaa972ef80', 'POWERAPPS_DEV', [10_000, 3]),
      bySkuId('bc946dac-7877-4271-b2f7-99d2db13cd2c', 'FORMS_PRO', [1_000_000, 2]),
      bySkuId('aa2695c9-8d59-4800-9dc8-12e01f1735af', 'NONPROFIT_PORTAL', [10_000, 1]),
      bySkuId(unknownId, 'A_POOL_THAT_IS_NEW', [10_000, 1]),
    ]
    expect(sumOf(licenses)).toEqual({ totalLicenses: 10, availableLicenses: 0, removable: 0 })
    expect(summarizeLicenses(licenses)).toMatchObject({
      totalSkus: 5,
      paidSkus: 1,
      selfServiceSkus: 1,
      trialSkus: 1,
      freeSkus: 1,
      unknownSkus: 1,
    })
  })

  test('N8: licenses of devices are outside waste, with their renewal, grace and suspended seats', () => {
    const skuId = '2b317a4a-77a6-4188-9437-b68a77b4e2c6'
    const renewal = (status: string, date: string) => ({
      skuId,
      status,
      isTrial: false,
      totalLicenses: 30,
      createdDateTime: null,
      nextLifecycleDateTime: new Date(date),
    })
    const license = inTenant(
      { ...skuOf({ skuId, partNumber: 'INTUNE_A_D' }, [30, 0]), warningUnits: 5 },
      {
        subscriptions: [
          renewal('Enabled', '2027-03-01T00:00:00Z'),
          renewal('Warning', '2026-12-01T00:00:00Z'),
        ],
      },
    )
    expect(license).toMatchObject({
      kind: 'device',
      licenseType: 'paid',
      utilization: null,
      savings: null,
      renewals: [{ date: '2027-03-01T00:00:00.000Z', seats: 30 }],
      issues: [{ kind: 'grace', seats: 5, endsAt: '2026-12-01T00:00:00.000Z' }],
    })
    expect(sumOf([license])).toEqual({ totalLicenses: 0, availableLicenses: 0, removable: 0 })
  })
})

describe('a SKU that the catalog does not know', () => {
  const renewing = {
    skuId: unknownId,
    status: 'Enabled',
    isTrial: false,
    totalLicenses: 300,
    createdDateTime: null,
    nextLifecycleDateTime: new Date('2027-03-01T00:00:00Z'),
  }
  const choice = {
    friendlyName: null,
    productName: null,
    ownType: null,
    isVisible: true,
    firstDiscovered: now.toISOString(),
    lastSeen: now.toISOString(),
  }
  test.each<[string, readonly [number, number], Partial<LicenseContext>, LicenseKind]>([
    ['most seats are used', [40, 25], {}, 'paid'],
    ['one person holds it', [9_999, 1], {}, 'paid'],
    ['no seat is usable, yet some are used', [0, 7], {}, 'paid'],
    ['it has no holder', [30, 0], { subscriptions: [renewing] }, 'unknown'],
    ['it has no holder, and no seat is usable', [0, 0], {}, 'unknown'],
    ['almost none of 10,000 are used', [10_000, 3], { subscriptions: [renewing] }, 'unknown'],
    ['few of 1,000,000 are used', [1_000_000, 40_000], {}, 'unknown'],
    ['a part of 10,000 is used', [10_000, 1_000], {}, 'paid'],
    [
      'its subscription is a trial',
      [25, 20],
      { subscriptions: [{ ...renewing, isTrial: true }] },
      'trial',
    ],
    [
      'it has no holder, and its subscription is a trial',
      [25, 0],
      { subscriptions: [{ ...renewing, isTrial: true }] },
      'trial',
    ],
    ['it has a price', [10_000, 3], { prices: pricesWith(unknownId, 3, now) }, 'paid'],
    [
      'it has no holder, and it has a price',
      [30, 0],
      { prices: pricesWith(unknownId, 3, now) },
      'paid',
    ],
    ['its price is zero', [30, 0], { prices: pricesWith(unknownId, 0, now) }, 'unknown'],
    ['an administrator calls it paid', [30, 0], { choice: { ...choice, ownType: 'paid' } }, 'paid'],
    [
      'an administrator calls it free',
      [40, 25],
      { choice: { ...choice, ownType: 'free' } },
      'free',
    ],
  ])('where %s (%j)', (_, seats, context, expected) => {
    const license = inTenant(skuOf({ skuId: unknownId, partNumber: 'A_NEW_SKU' }, seats), context)
    expect(license.kind).toBe(expected)
    expect(license.savings !== null).toBe(expected === 'paid')
    expect(license.countsAsPaid).toBe(expected === 'paid')
  })
})
