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

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const SPB_NO_TEAMS = '00e1ec7b-e4a3-40d1-9441-b69b597ab222'
const BUSINESS_STANDARD = 'f245ecc8-75af-4f8e-b61f-27d8114de5f3'
const FLOW_FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'
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

const everybody = (...held: HeldSku[]) => heldSkusOf({ now: { held, isWhole: true }, stored: null })

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

const decode = (sources: Partial<LicenseSources> = {}) =>
  decodeLicenses({
    subscribedSkus: [],
    subscriptions: [],
    heldSkus: everybody(),
    endpointsTested: [],
    choices: new Map(),
    accessMethod: 'csp',
    now,
    ...sources,
  })

const messagesOf = (sources: Partial<LicenseSources>) =>
  decode(sources).recommendations.map(({ message }) => message)

describe('what one source knows and another does not', () => {
  test('a license that people hold or a subscription sold is named when the list lacks it', () => {
    const { additionalLicenses, recommendations } = decode({
      subscribedSkus: [sold(SPB, { consumedUnits: 1 })],
      subscriptions: [
        purchased(SPB),
        purchased(UNKNOWN.toUpperCase(), { skuPartNumber: ' NEW ', totalLicenses: 1 }),
        purchased(FLOW_FREE, { status: 'Deleted' }),
      ],
      heldSkus: everybody(
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
        foundIn: 'People (12 holders)',
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
      '2 licenses found that the list of subscribed SKUs does not have: Microsoft 365 Business Standard, NEW.',
    )
  })

  test('a license that nobody holds is named, company-wide capacity is not', () => {
    const { unheldLicenses, recommendations } = decode({
      subscribedSkus: [
        sold(UNKNOWN, { skuPartNumber: 'NEW', enabledUnits: 3, warningUnits: 2 }),
        sold(FLOW_FREE, { enabledUnits: 10_000 }),
        sold('storage', { appliesTo: 'company' }),
        sold('ended', { enabledUnits: 0, suspendedUnits: 5 }),
        sold(SPB, { consumedUnits: 3 }),
      ],
      heldSkus: everybody({ skuId: SPB, holders: 3 }),
    })
    expect(unheldLicenses.map(({ skuId, enabledUnits }) => [skuId, enabledUnits])).toEqual([
      [FLOW_FREE, 10_000],
      [UNKNOWN, 5],
    ])
    expect(recommendations.map(({ message }) => message)).toContain(
      '1 license with seats that nobody holds: NEW.',
    )
  })

  test("Microsoft's count against the people: nobody is found with a license that is in use", () => {
    const skus = { subscribedSkus: [sold(UNKNOWN, { consumedUnits: 4 })] }
    expect(messagesOf(skus)).toEqual([
      'PART: 4 seats count as assigned, yet nobody was found with it.',
    ])
    const some = heldSkusOf({ now: { held: [], isWhole: false }, stored: null })
    for (const heldSkus of [null, some]) expect(messagesOf({ ...skus, heldSkus })).toEqual([])
  })

  test('hidden licenses are in nothing, and the names are those of the administrators', () => {
    const seen = { firstDiscovered: now, lastSeen: now }
    const choice = { productName: null, ownType: null, monthlyPriceCents: null, ...seen }
    const decoded = decode({
      subscribedSkus: [sold(SPB), sold(BUSINESS_STANDARD)],
      heldSkus: everybody({ skuId: SPB_NO_TEAMS, holders: 1 }),
      choices: new Map([
        [SPB, { ...choice, friendlyName: null, isVisible: false }],
        [SPB_NO_TEAMS, { ...choice, friendlyName: null, isVisible: false }],
        [BUSINESS_STANDARD, { ...choice, friendlyName: 'Standard 🦄', isVisible: true }],
      ]),
    })
    expect(JSON.stringify(decoded)).not.toMatch(/Business Premium|cbdc14ab|00e1ec7b/u)
    expect(decoded.unheldLicenses[0]?.productName).toBe('Standard 🦄')
  })

  test('what no source tells is unknown and never zero', () => {
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
      foundIn: 'People (at least 3 holders)',
      prepaidUnits: { enabled: null },
      consumedUnits: 3,
    })
  })
})

describe('people', () => {
  const live = { held: [{ skuId: 'A', holders: 2 }], isWhole: false }
  const stored = [
    { skuId: 'a', holders: 9 },
    { skuId: 'b', holders: 1 },
  ]

  test.each<[string, Parameters<typeof heldSkusOf>[0], ReturnType<typeof heldSkusOf>]>([
    ['nobody knows', { now: null, stored: null }, null],
    [
      'only some people of now',
      { now: live, stored: null },
      { holdersById: new Map([['a', 2]]), isWhole: false },
    ],
    [
      'all people of now, whatever is stored',
      { now: { ...live, isWhole: true }, stored },
      { holdersById: new Map([['a', 2]]), isWhole: true },
    ],
    [
      'some of now and all of the last refresh',
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

  test('of seats on trial none is recommended to be assigned', () => {
    const skus = { subscribedSkus: [sold(SPB, { consumedUnits: 14 })], heldSkus: null }
    expect(messagesOf({ ...skus, subscriptions: [purchased(SPB, { isTrial: true })] })).toEqual([])
    expect(messagesOf(skus)).toHaveLength(1)
  })

  test('its variants are found wherever they are, with seats and what to do', () => {
    const { businessPremiumVariants, recommendations } = decode({
      subscribedSkus: [sold(SPB, { consumedUnits: 14, warningUnits: 5, enabledUnits: 20 })],
      subscriptions: [purchased(SPB), purchased(SPB, { totalLicenses: 5 })],
      heldSkus: everybody({ skuId: SPB, holders: 14 }, { skuId: SPB_NO_TEAMS, holders: 1 }),
    })
    expect(businessPremiumVariants).toEqual([
      {
        skuId: SPB,
        skuPartNumber: 'PART',
        productName: 'Microsoft 365 Business Premium',
        foundIn: 'Subscribed SKUs (25 usable seats), Subscriptions (30 seats), People (14 holders)',
        prepaidUnits: { enabled: 25 },
        consumedUnits: 14,
      },
      expect.objectContaining({
        skuId: SPB_NO_TEAMS,
        foundIn: 'People (1 holder)',
        consumedUnits: 1,
      }),
    ])
    expect(recommendations.slice(1)).toEqual([
      {
        message: 'Microsoft 365 Business Premium: 14 of 25 seats are assigned.',
        suggestion: 'Assign the other 11, or keep fewer at the renewal.',
      },
      {
        message: 'Microsoft 365 Business Premium: 5 seats in grace after the term ended.',
        suggestion: 'Renew the subscription before the grace ends, or move its people.',
      },
    ])
  })
})

describe('recommendations', () => {
  test('an outage fails this time; everything else is refused until somebody acts', () => {
    const failed = PartFailureCode.options.filter((code) => endpointOutcomeOf(code) === 'failed')
    expect(failed).toEqual(['THROTTLED', 'UNAVAILABLE', 'MALFORMED_ANSWER', 'INTERNAL'])
  })

  test('seats that are suspended or locked out', () => {
    const skus = [sold(UNKNOWN, { enabledUnits: 0, suspendedUnits: 3, lockedOutUnits: 1 })]
    expect(messagesOf({ subscribedSkus: skus })).toEqual([
      'PART: 4 seats suspended or locked out, usable by nobody.',
    ])
  })

  test('a missing permission is named, and endpoints with the same reason stand together', () => {
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

  test('consent that is missing is said once, and nothing is said of licenses', () => {
    const ids = ['subscribedSkus', 'subscriptions', 'organization', 'users'] as const
    const endpointsTested = ids.map((id) => refused(id, 'CONSENT_REQUIRED'))
    const none = { subscribedSkus: null, subscriptions: null, heldSkus: null }
    expect(decode({ ...none, endpointsTested })).toEqual({
      additionalLicenses: [],
      unheldLicenses: [],
      businessPremiumVariants: [],
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

  test('of many licenses five are named', () => {
    const skus = Array.from({ length: 9 }, (_, index) =>
      sold(`sku-${index}`, { skuPartNumber: `P${index}` }),
    )
    expect(messagesOf({ subscribedSkus: skus })).toEqual([
      '9 licenses with seats that nobody holds: P0, P1, P2, P3, P4 and 4 more.',
    ])
  })

  test('a tenant in which everything is in order gets none', () => {
    expect(
      decode({
        subscribedSkus: [sold(UNKNOWN, { consumedUnits: 25 })],
        subscriptions: [purchased(UNKNOWN)],
        heldSkus: everybody({ skuId: UNKNOWN, holders: 25 }),
      }).recommendations,
    ).toEqual([])
  })
})

test('whatever the sources say, the result fits the contract and names every SKU once', () => {
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
