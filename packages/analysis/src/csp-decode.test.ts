import { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'
import { PartFailureCode } from '@tenantscope/contract/parts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isBusinessPremium } from './business-premium.ts'
import { decodeLicenses } from './csp-decode.ts'
import { CSP_ENDPOINTS, endpointMessageOf, endpointOutcomeOf } from './csp-endpoints.ts'
import type { CspEndpoint } from './csp-endpoints.ts'
import type { LicenseSources, Purchase } from './csp-sources.ts'
import { heldSkusOf } from './held-skus.ts'
import type { HeldSku } from './held-skus.ts'
import type { SkuSeats } from './licenses.ts'
import { NO_PRICES, priceBookOf } from './prices.ts'
import { customerPrice, listPrices } from './testing/prices.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const SPB_NO_TEAMS = '00e1ec7b-e4a3-40d1-9441-b69b597ab222'
const BUSINESS_STANDARD = 'f245ecc8-75af-4f8e-b61f-27d8114de5f3'
const FLOW_FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'
const INTUNE_DEVICE = '2b317a4a-77a6-4188-9437-b68a77b4e2c6'
const EXTRA_STORAGE = '99049c9c-6011-4908-bf17-15f496e6519d'
const UNKNOWN = '00000000-0000-4000-8000-000000000001'
const now = new Date('2026-11-20T12:00:00Z')

const sold = (skuId: string, seats: Partial<SkuSeats> = {}): SkuSeats => ({
  skuId,
  skuPartNumber: 'PART',
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits: 0,
  enabledUnits: 25,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
  ...seats,
})

const purchased = (skuId: string, facts: Partial<Purchase> = {}): Purchase => ({
  skuId,
  skuPartNumber: 'PART',
  status: 'Enabled',
  isTrial: false,
  totalLicenses: 25,
  createdDateTime: null,
  nextLifecycleDateTime: null,
  ...facts,
})

const allUsers = (...held: HeldSku[]) => heldSkusOf({ now: { held, isWhole: true }, stored: null })

const answered = (id: CspEndpoint): TestedEndpoint => ({
  ...CSP_ENDPOINTS[id],
  outcome: 'answered',
  found: 1,
  code: null,
  message: null,
  durationMs: 5,
})

const refused = (id: CspEndpoint, code: NonNullable<TestedEndpoint['code']>): TestedEndpoint => ({
  ...answered(id),
  outcome: endpointOutcomeOf(code),
  found: null,
  code,
  message: endpointMessageOf(id, code),
})

const choice = {
  friendlyName: null,
  productName: null,
  ownType: null,
  isVisible: true,
  firstDiscovered: now.toISOString(),
  lastSeen: now.toISOString(),
}

const decode = (sources: Partial<LicenseSources> = {}) =>
  decodeLicenses({
    subscribedSkus: [],
    subscriptions: [],
    heldSkus: allUsers(),
    endpointsTested: [],
    choices: new Map(),
    prices: listPrices(now),
    accessMethod: 'csp',
    now,
    ...sources,
  })

const messagesOf = (sources: Partial<LicenseSources>) =>
  decode(sources).recommendations.map(({ message }) => message)

test.each([
  ['every source', {}, [true, true, true]],
  [
    'no source',
    { subscribedSkus: null, subscriptions: null, heldSkus: null },
    [false, false, false],
  ],
  ['no subscribed SKUs', { subscribedSkus: null }, [false, false, false]],
  ['no subscriptions', { subscriptions: null }, [false, true, false]],
  ['no users', { heldSkus: null }, [false, true, false]],
])(
  'with %s, the lists of additional, unheld and Business Premium are complete: %j',
  (_, read, expected) => {
    const all = { subscribedSkus: [], subscriptions: [], heldSkus: allUsers() }
    expect(Object.values(decode({ ...all, ...read }).isComplete)).toEqual(expected)
  },
)

describe('differences between sources', () => {
  test('a license that users hold or a subscription contains is named when the list of subscribed SKUs lacks it', () => {
    const { additionalLicenses, recommendations } = decode({
      subscribedSkus: [sold(SPB, { consumedUnits: 1 })],
      subscriptions: [
        purchased(SPB),
        purchased(UNKNOWN.toUpperCase(), { skuPartNumber: ' NEW ', totalLicenses: 1 }),
        purchased(FLOW_FREE, { status: 'Deleted' }),
      ],
      heldSkus: allUsers(
        { skuId: SPB, holders: 1 },
        { skuId: BUSINESS_STANDARD, holders: 12 },
        { skuId: FLOW_FREE, holders: 0 },
      ),
    })
    expect(additionalLicenses).toEqual([
      {
        skuId: BUSINESS_STANDARD,
        skuPartNumber: 'O365_BUSINESS_PREMIUM',
        productName: 'Microsoft 365 Business Standard',
        foundIn: 'Users (12 holders)',
        holders: 12,
      },
      {
        skuId: UNKNOWN,
        skuPartNumber: 'NEW',
        productName: 'NEW',
        foundIn: 'Subscriptions (1 seat)',
        holders: 0,
      },
    ])
    expect(recommendations[0]?.message).toBe(
      '2 licenses found that the list of subscribed SKUs does not contain: Microsoft 365 Business Standard, NEW.',
    )
  })

  test.each<[string, Partial<SkuSeats>]>([
    ['a device', { skuId: INTUNE_DEVICE }],
    ['storage, by the catalog', { skuId: EXTRA_STORAGE }],
    ['storage, by its words', { skuPartNumber: 'NEW_STORAGE' }],
    ['a company, as Microsoft says', { appliesTo: 'Company' }],
  ])('a license of %s needs no holders', (_, { skuId = UNKNOWN, ...seats }) => {
    for (const consumedUnits of [0, 4]) {
      const subscribedSkus = [sold(skuId, { ...seats, consumedUnits })]
      expect(decode({ subscribedSkus })).toMatchObject({ unheldLicenses: [], recommendations: [] })
    }
  })

  test('a license without holders is named, a company-wide SKU is not', () => {
    const { unheldLicenses, recommendations } = decode({
      subscribedSkus: [
        sold(BUSINESS_STANDARD, { enabledUnits: 3, warningUnits: 2 }),
        sold(UNKNOWN, { skuPartNumber: 'NEW' }),
        sold(FLOW_FREE, { enabledUnits: 10_000 }),
        sold('storage', { appliesTo: 'company' }),
        sold('ended', { enabledUnits: 0, suspendedUnits: 5 }),
        sold(SPB, { consumedUnits: 3 }),
      ],
      heldSkus: allUsers({ skuId: SPB, holders: 3 }),
    })
    expect(unheldLicenses.map(({ skuId, enabledUnits }) => [skuId, enabledUnits])).toEqual([
      [BUSINESS_STANDARD, 5],
      [FLOW_FREE, 10_000],
      [UNKNOWN, 25],
    ])
    // Nothing shows that the unlisted one costs anything.
    expect(recommendations.map(({ message }) => message)).toContain(
      '1 license with seats that are not assigned to any user: Microsoft 365 Business Standard.',
    )
  })

  test('a license that Microsoft counts as assigned, but no user holds, is named', () => {
    const skus = { subscribedSkus: [sold(UNKNOWN, { consumedUnits: 4 })] }
    expect(messagesOf(skus)).toEqual([
      'PART: 4 seats count as assigned, but no user with this license was found.',
    ])
    const some = heldSkusOf({ now: { held: [], isWhole: false }, stored: null })
    for (const heldSkus of [null, some]) expect(messagesOf({ ...skus, heldSkus })).toEqual([])
  })

  test('hidden licenses are left out, and names given by administrators are used', () => {
    const decoded = decode({
      subscribedSkus: [sold(SPB), sold(BUSINESS_STANDARD)],
      heldSkus: allUsers({ skuId: SPB_NO_TEAMS, holders: 1 }),
      choices: new Map([
        [SPB, { ...choice, isVisible: false }],
        [SPB_NO_TEAMS, { ...choice, isVisible: false }],
        [BUSINESS_STANDARD, { ...choice, friendlyName: 'Standard 🦄' }],
      ]),
    })
    expect(JSON.stringify(decoded)).not.toMatch(/Business Premium|cbdc14ab|00e1ec7b/u)
    expect(decoded.unheldLicenses[0]?.productName).toBe('Standard 🦄')
  })

  test('a value that no source returns is unknown and never zero', () => {
    const decoded = decode({
      subscribedSkus: null,
      subscriptions: [purchased(SPB)],
      heldSkus: null,
    })
    expect(decoded.additionalLicenses[0]?.holders).toBeNull()
    expect(decoded.businessPremiumVariants[0]).toMatchObject({
      prepaidUnits: { enabled: 25 },
      consumedUnits: null,
    })
    const some = heldSkusOf({
      now: { held: [{ skuId: SPB, holders: 3 }], isWhole: false },
      stored: null,
    })
    const ofSome = decode({ subscribedSkus: null, subscriptions: null, heldSkus: some })
    expect(ofSome.businessPremiumVariants[0]).toMatchObject({
      foundIn: 'Users (at least 3 holders)',
      prepaidUnits: { enabled: null },
      consumedUnits: 3,
    })
  })
})

describe('holders', () => {
  const live = { held: [{ skuId: 'A', holders: 2 }], isWhole: false }
  const stored = [
    { skuId: 'a', holders: 9 },
    { skuId: 'b', holders: 1 },
  ]

  test.each<[string, Parameters<typeof heldSkusOf>[0], ReturnType<typeof heldSkusOf>]>([
    ['unknown', { now: null, stored: null }, null],
    [
      'some users read live, nothing stored',
      { now: live, stored: null },
      { holdersById: new Map([['a', 2]]), isWhole: false },
    ],
    [
      'all users read live, anything stored',
      { now: { ...live, isWhole: true }, stored },
      { holdersById: new Map([['a', 2]]), isWhole: true },
    ],
    [
      'some users read live and all of the last refresh',
      { now: { ...live, held: [...live.held, { skuId: 'c', holders: 1 }] }, stored },
      {
        holdersById: new Map([
          ['a', 9],
          ['b', 1],
          ['c', 1],
        ]),
        isWhole: true,
      },
    ],
    [
      'the last refresh alone',
      { now: null, stored },
      {
        holdersById: new Map([
          ['a', 9],
          ['b', 1],
        ]),
        isWhole: true,
      },
    ],
  ])('%s', (_name, sources, held) => {
    expect(heldSkusOf(sources)).toEqual(held)
  })
})

describe('Business Premium', () => {
  test.each([
    [SPB, 'SPB', true],
    [SPB.toUpperCase(), '', true],
    [SPB_NO_TEAMS, 'Microsoft_365_ Business_ Premium_(no Teams)', true],
    ['24c35284-d768-4e53-84d9-b7ae73dddf69', 'x', true],
    [BUSINESS_STANDARD, 'O365_BUSINESS_PREMIUM', false],
    [BUSINESS_STANDARD, 'SPB', false],
    ['ac5cef5d-921b-4f97-9ef3-c99076e5470f', 'SMB_BUSINESS_PREMIUM', false],
    [UNKNOWN, ' spb ', true],
    [UNKNOWN, 'SPB_EEA_(no_Teams)', true],
    [UNKNOWN, 'Microsoft_365_Business_Premium_EEA_(no_Teams)', true],
    [UNKNOWN, 'O365_BUSINESS_PREMIUM', false],
    [UNKNOWN, 'SPBX', false],
    [UNKNOWN, '', false],
  ])('%s %j: %s', (skuId, skuPartNumber, expected) => {
    expect(isBusinessPremium({ skuId, skuPartNumber })).toBe(expected)
  })

  test('trial seats are not recommended for assignment', () => {
    const skus = { subscribedSkus: [sold(SPB, { consumedUnits: 14 })], heldSkus: null }
    expect(messagesOf({ ...skus, subscriptions: [purchased(SPB, { isTrial: true })] })).toEqual([])
    expect(messagesOf(skus)).toHaveLength(1)
  })

  test('its variants are found in every source, with seats and recommendations', () => {
    const { businessPremiumVariants, recommendations } = decode({
      subscribedSkus: [sold(SPB, { consumedUnits: 14, warningUnits: 5, enabledUnits: 20 })],
      subscriptions: [purchased(SPB), purchased(SPB, { totalLicenses: 5 })],
      heldSkus: allUsers({ skuId: SPB, holders: 14 }, { skuId: SPB_NO_TEAMS, holders: 1 }),
    })
    expect(businessPremiumVariants).toEqual([
      {
        skuId: SPB,
        skuPartNumber: 'PART',
        productName: 'Microsoft 365 Business Premium',
        foundIn: 'Subscribed SKUs (25 usable seats), Subscriptions (30 seats), Users (14 holders)',
        prepaidUnits: { enabled: 25 },
        consumedUnits: 14,
      },
      expect.objectContaining({
        skuId: SPB_NO_TEAMS,
        foundIn: 'Users (1 holder)',
        consumedUnits: 1,
      }),
    ])
    expect(recommendations.slice(1)).toEqual([
      {
        message: 'Microsoft 365 Business Premium: 14 of 25 seats are assigned.',
        suggestion: 'Assign the other 11, or reduce the seats at the renewal.',
      },
      {
        message:
          'Microsoft 365 Business Premium: 5 seats in the grace period after the term ended.',
        suggestion:
          'Renew the subscription before the grace period ends, or move its users to another license.',
      },
    ])
  })
})

describe('recommendations', () => {
  test('outages are failed, everything else is refused', () => {
    const failed = PartFailureCode.options.filter((code) => endpointOutcomeOf(code) === 'failed')
    expect(failed).toEqual(['THROTTLED', 'UNAVAILABLE', 'MALFORMED_ANSWER', 'INTERNAL'])
  })

  test('seats that are suspended or locked out', () => {
    const skus = [
      sold(BUSINESS_STANDARD, { enabledUnits: 0, suspendedUnits: 3, lockedOutUnits: 1 }),
    ]
    expect(messagesOf({ subscribedSkus: skus })).toEqual([
      'Microsoft 365 Business Standard: 4 seats suspended or locked out and not usable.',
    ])
  })

  test('a missing permission is named, and endpoints with the same reason are grouped', () => {
    const endpointsTested = [
      refused('subscribedSkus', 'PERMISSION_MISSING'),
      refused('subscriptions', 'PERMISSION_MISSING'),
      answered('organization'),
      refused('users', 'PERMISSION_MISSING'),
    ]
    expect(decode({ subscribedSkus: null, endpointsTested }).recommendations).toEqual([
      {
        message:
          'GET /subscribedSkus, GET /directory/subscriptions: Organization.Read.All is not granted in this tenant.',
        suggestion:
          'Add Organization.Read.All to the app registration and ask an administrator of this tenant to grant admin consent again.',
      },
      {
        message: 'GET /users: User.Read.All is not granted in this tenant.',
        suggestion:
          'Add User.Read.All to the app registration and ask an administrator of this tenant to grant admin consent again.',
      },
    ])
  })

  test('missing consent is reported once, and no license is reported', () => {
    const ids = ['subscribedSkus', 'subscriptions', 'organization', 'users'] as const
    const endpointsTested = ids.map((id) => refused(id, 'CONSENT_REQUIRED'))
    const none = { subscribedSkus: null, subscriptions: null, heldSkus: null }
    expect(decode({ ...none, endpointsTested })).toEqual({
      additionalLicenses: [],
      unheldLicenses: [],
      businessPremiumVariants: [],
      isComplete: {
        additionalLicenses: false,
        unheldLicenses: false,
        businessPremiumVariants: false,
      },
      recommendations: [
        {
          message:
            'GET /subscribedSkus, GET /directory/subscriptions, GET /organization, GET /users: Admin consent is missing for this application.',
          suggestion:
            'Ask an administrator of this tenant to grant admin consent, then decode again.',
        },
      ],
    })
  })

  test.each([
    ['csp', /Partner Center/u],
    ['direct', /consent alone/u],
    ['unknown', /right directory/u],
  ] as const)('a tenant without any license whose access is %s', (accessMethod, suggestion) => {
    const [first, ...others] = decode({ accessMethod }).recommendations
    expect(first?.message).toBe('Microsoft lists no licenses for this tenant.')
    expect(first?.suggestion).toMatch(suggestion)
    expect(others).toEqual([])
  })

  test('at most five licenses are named', () => {
    const skus = Array.from({ length: 9 }, (_, index) =>
      sold(`sku-${index}`, { skuPartNumber: `P${index}` }),
    )
    const customerPrices = skus.map(({ skuId }) => customerPrice({ skuId, monthly: 3 }))
    const prices = priceBookOf({ ...NO_PRICES, customerPrices }, now).of(null)
    expect(messagesOf({ subscribedSkus: skus, prices })).toEqual([
      '9 licenses with seats that are not assigned to any user: P0, P1, P2, P3, P4 and 4 more.',
    ])
  })

  test('a tenant without findings gets no recommendation', () => {
    expect(
      decode({
        subscribedSkus: [sold(UNKNOWN, { consumedUnits: 25 })],
        subscriptions: [purchased(UNKNOWN)],
        heldSkus: allUsers({ skuId: UNKNOWN, holders: 25 }),
      }).recommendations,
    ).toEqual([])
  })
})

test('for any sources, the result fits the contract and names every SKU once', () => {
  const skuId = fc.constantFrom(SPB, SPB.toUpperCase(), BUSINESS_STANDARD, UNKNOWN, '', '__proto__')
  const partNumber = fc.constantFrom('SPB', ' spb', '', '=1+1', '<b>', '‮🦄', 'constructor')
  const units = fc.oneof(fc.nat(30), fc.constant(1_000_000))
  const sources = fc.record({
    subscribedSkus: fc.option(
      fc.array(
        fc
          .record({
            skuPartNumber: partNumber,
            appliesTo: fc.constantFrom('User', 'Company', 'new', null),
            consumedUnits: units,
            enabledUnits: units,
            warningUnits: units,
            suspendedUnits: units,
            skuId,
          })
          .map((seats) => sold(seats.skuId, seats)),
        { maxLength: 5 },
      ),
    ),
    subscriptions: fc.option(
      fc.array(
        fc
          .record({
            skuPartNumber: fc.option(partNumber),
            status: fc.constantFrom('Enabled', 'Deleted', 'new', null),
            isTrial: fc.constantFrom(true, false, null),
            totalLicenses: units,
            skuId,
          })
          .map((facts) => purchased(facts.skuId, facts)),
        { maxLength: 5 },
      ),
    ),
    held: fc.option(fc.array(fc.record({ skuId, holders: units }), { maxLength: 5 })),
    isWhole: fc.boolean(),
  })
  fc.assert(
    fc.property(sources, ({ held, isWhole, ...others }) => {
      const heldSkus = heldSkusOf({ now: held && { held, isWhole }, stored: null })
      const decoded = decode({ ...others, heldSkus })
      const whole = { decodedAt: now.toISOString(), endpointsTested: [], ...decoded }
      expect(CspDecodeResult.safeParse(whole).error).toBeUndefined()
      const additional = decoded.additionalLicenses.map((each) => each.skuId)
      const unheld = decoded.unheldLicenses.map((each) => each.skuId)
      expect(new Set([...additional, ...unheld]).size).toBe(additional.length + unheld.length)
      const listed = new Set((others.subscribedSkus ?? []).map((each) => each.skuId.toLowerCase()))
      expect(additional.some((id) => listed.has(id))).toBe(false)
      for (const { message, suggestion } of decoded.recommendations)
        expect(`${message}${suggestion}`).not.toMatch(/undefined|null|NaN|Infinity/u)
    }),
  )
})
