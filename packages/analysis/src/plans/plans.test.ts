import { expect, test } from 'vitest'

import { catalogSku, CATALOG } from '../license-catalog.ts'
import { cheapestSets } from './cheapest-sets.ts'
import {
  coveredPlans,
  listedPlanIds,
  OFFERED_SKU_IDS,
  PLAN_SOURCES,
  planNameOf,
  skuRulesOf,
  workloadOf,
} from './plan-catalogue.ts'
import { heldPlans } from './plan-needs.ts'
import type { PlanPerson, PlanSku, WorkloadUse } from './plan-needs.ts'
import { overlapsOf } from './plan-overlap.ts'
import rules from './plan-rules.json' with { type: 'json' }
import { seatChangesOf } from './seat-changes.ts'
import list from './service-plans.json' with { type: 'json' }
import { setChangeOf } from './set-changes.ts'

const idOf = (partNumber: string): string => {
  const sku = CATALOG.find((each) => each.partNumber === partNumber)
  if (sku === undefined) throw new Error(`No SKU ${partNumber}`)
  return sku.skuId
}
const planOf = (name: string): string => list.plans.find(([, each]) => each === name)?.[0] ?? ''

const NOW = new Date('2026-11-30T08:00:00Z')
const E3 = idOf('ENTERPRISEPACK')
const M365_E3 = idOf('SPE_E3')
const SPB = idOf('SPB')
const EXCHANGE_1 = idOf('EXCHANGESTANDARD')
const EXCHANGE_2 = idOf('EXCHANGEENTERPRISE')
const P1 = idOf('AAD_PREMIUM')
const P2 = idOf('AAD_PREMIUM_P2')
const COPILOT = idOf('Microsoft_365_Copilot')
const VISIO = idOf('VISIOCLIENT')

const sku = (
  skuId: string,
  monthlyCents: number | null,
  changes: Partial<PlanSku> = {},
): PlanSku => ({
  skuId,
  planIds: listedPlanIds(skuId),
  monthlyCents,
  boughtSeats: 100,
  otherHolders: 0,
  subscriptions: [
    {
      skuId,
      status: 'Enabled',
      isTrial: false,
      totalLicenses: 100,
      createdDateTime: new Date('2024-03-01T00:00:00Z'),
      nextLifecycleDateTime: new Date('2027-03-01T00:00:00Z'),
    },
  ],
  ...skuRulesOf(skuId),
  ...changes,
})

const ALL_USED: WorkloadUse = {
  exchange: true,
  files: true,
  teams: true,
  yammer: true,
  desktopApps: true,
}

const person = (skuIds: readonly string[], changes: Partial<PlanPerson> = {}): PlanPerson => ({
  id: skuIds.join(),
  licenses: skuIds.map((skuId) => ({ skuId, disabledPlanIds: [] })),
  use: ALL_USED,
  isNew: false,
  isMarked: false,
  isCoveredByPolicy: false,
  ...changes,
})

/** Returns the only change of a tenant with one person. */
function changeOf(of: PlanPerson, skus: readonly PlanSku[]) {
  const sets = cheapestSets({ skus, people: [of], now: NOW })
  const [group, ...others] = sets.groups
  if (group === undefined || others.length > 0) throw new Error('One group was expected')
  return setChangeOf(group, new Map(skus.map((each) => [each.skuId, each])))
}

test('every rule names plans and SKUs that Microsoft lists, and its source and date', () => {
  const names = new Set(list.plans.map(([, name]) => name))
  const named = [
    ...rules.tiers.flat(),
    ...rules.foundations,
    ...Object.values(rules.workloads).flat(),
    ...rules.prerequisites.flatMap(({ anyOf }) => anyOf),
    ...Object.keys(rules.names),
  ]
  expect(named.filter((name) => !names.has(name))).toEqual([])
  const partNumbers = new Set(CATALOG.map((each) => each.partNumber))
  const skus = [...rules.prerequisites, ...rules.seatLimits, ...rules.notOffered]
  const unknown = skus.flatMap((rule) => rule.partNumbers).filter((each) => !partNumbers.has(each))
  expect(unknown).toEqual([])
  for (const { source, date } of Object.values(PLAN_SOURCES)) {
    expect(source).toMatch(/Microsoft/u)
    expect(date).toMatch(/^\d{4}-\d{2}/u)
  }
})

test('every plan of a SKU that is offered has a name for people', () => {
  const plans = new Set(OFFERED_SKU_IDS.flatMap((skuId) => listedPlanIds(skuId) ?? []))
  const coded = [...plans]
    .map((planId) => planNameOf(planId))
    .filter((name) => /^[A-Z0-9_]+$/u.test(name))
  expect(coded).toEqual([])
})

test('no tier is its own lower tier, and a higher tier replaces all lower ones', () => {
  const [kiosk, one, two] = [
    'EXCHANGE_S_DESKLESS',
    'EXCHANGE_S_STANDARD',
    'EXCHANGE_S_ENTERPRISE',
  ].map(planOf)
  expect(coveredPlans(two ?? '')).toEqual(expect.arrayContaining([kiosk, one, two]))
  expect(coveredPlans(one ?? '')).not.toContain(two)
  for (const [id] of list.plans) {
    const lower = coveredPlans(id ?? '').filter((each) => each !== id)
    expect(lower.flatMap((each) => coveredPlans(each))).not.toContain(id)
  }
})

test.each([
  ['EXCHANGE_S_ENTERPRISE', 'exchange'],
  ['OFFICESUBSCRIPTION', 'desktopApps'],
  ['INTUNE_A', undefined],
  ['AAD_PREMIUM', undefined],
])('the use of %s is reported by %s', (name, workload) => {
  expect(workloadOf(planOf(name))).toBe(workload)
})

test('frontline, public sector and retired licenses are not offered to more people', () => {
  for (const partNumber of ['SPE_F1', 'ENTERPRISEPACK_USGOV_GCCHIGH', 'AAD_BASIC']) {
    expect(OFFERED_SKU_IDS).not.toContain(idOf(partNumber))
  }
  expect(OFFERED_SKU_IDS).toContain(SPB)
  expect(catalogSku(SPB)?.partNumber).toBe('SPB')
})

test('a plan comes twice from two licenses, also as a lower tier', () => {
  const skus = [E3, EXCHANGE_1, EXCHANGE_2].map((skuId) => sku(skuId, 100))
  const held = heldPlans(
    person([E3, EXCHANGE_1, EXCHANGE_2]),
    new Map(skus.map((each) => [each.skuId, each])),
  )
  const overlaps = new Map(overlapsOf(held).map((each) => [planNameOf(each.planId), each]))
  expect(overlaps.get('Exchange Online (Plan 2)')).toMatchObject({ skuIds: [E3, EXCHANGE_2] })
  expect(overlaps.get('Exchange Online (Plan 1)')).toMatchObject({
    skuIds: [EXCHANGE_1],
    higher: [{ skuId: E3 }, { skuId: EXCHANGE_2 }],
  })
  expect(overlaps.has('Microsoft Teams')).toBe(false)
})

test('Exchange Foundation, which nearly every license contains, is no overlap', () => {
  const skus = [SPB, P1].map((skuId) => sku(skuId, 100))
  const held = heldPlans(person([SPB, P1]), new Map(skus.map((each) => [each.skuId, each])))
  expect(overlapsOf(held).map(({ planId }) => planNameOf(planId))).not.toContain(
    'Exchange Foundation',
  )
})

test('a license whose plans another one contains is removed, and nothing is lost', () => {
  const change = changeOf(person([E3, EXCHANGE_1]), [sku(E3, 2300), sku(EXCHANGE_1, 400)])
  expect(change).toMatchObject({ removed: [EXCHANGE_1], added: [], lost: [], now: null })
  expect(change.centsBefore - change.centsAfter).toBe(400)
  expect(change.kept[0]?.plans).toContainEqual({
    planId: planOf('EXCHANGE_S_ENTERPRISE'),
    reason: 'used',
  })
})

test('a plan that was not used is lost, by name; its lower tier too', () => {
  const use = { ...ALL_USED, exchange: false, yammer: false, teams: false }
  const skus = [sku(EXCHANGE_2, 800), sku(EXCHANGE_1, 400), sku(VISIO, 1500)]
  const change = changeOf(person([EXCHANGE_2, VISIO], { use }), skus)
  expect(change.removed).toEqual([EXCHANGE_2])
  const lost = change.lost.map(({ planId, lower }) => [
    planNameOf(planId),
    lower && planNameOf(lower),
  ])
  expect(lost).toEqual([['Exchange Online (Plan 2)', 'Exchange Foundation']])
})

test.each<[string, Partial<PlanPerson>]>([
  ['without usage data', { use: null }],
  ['of a person younger than the period', { use: { ...ALL_USED, exchange: false }, isNew: true }],
  ['of a marked account', { use: { ...ALL_USED, exchange: false }, isMarked: true }],
])('every held plan %s is kept', (_, changes) => {
  const change = changeOf(person([EXCHANGE_2], changes), [
    sku(EXCHANGE_2, 800),
    sku(EXCHANGE_1, 400),
  ])
  expect(change).toMatchObject({ removed: [], added: [], lost: [] })
})

test('a marked account keeps even what it has twice', () => {
  const skus = [sku(E3, 2300), sku(EXCHANGE_1, 400)]
  expect(changeOf(person([E3, EXCHANGE_1], { isMarked: true }), skus).removed).toEqual([])
})

test('Entra ID P2 is kept, and named as required by a policy', () => {
  const change = changeOf(person([P2, P1], { isCoveredByPolicy: true }), [
    sku(P2, 900),
    sku(P1, 600),
  ])
  expect(change.removed).toEqual([P1])
  expect(change.kept[0]?.plans).toContainEqual({
    planId: planOf('AAD_PREMIUM_P2'),
    reason: 'policy',
  })
})

test('a license without a price or a list of plans is kept, and its plans count', () => {
  const skus = [sku(E3, null), sku(EXCHANGE_1, 400), sku(VISIO, 1500, { planIds: null })]
  const change = changeOf(person([E3, EXCHANGE_1, VISIO]), skus)
  expect(change).toMatchObject({ kept: [], removed: [EXCHANGE_1], centsBefore: 400, centsAfter: 0 })
})

test('a plan that is switched off in the license that stays is to be switched on', () => {
  const off = planOf('EXCHANGE_S_ENTERPRISE')
  const of = person([E3, EXCHANGE_1])
  const licenses = [{ skuId: E3, disabledPlanIds: [off] }, ...of.licenses.slice(1)]
  const change = changeOf({ ...of, licenses }, [sku(E3, 2300), sku(EXCHANGE_1, 400)])
  expect(change).toMatchObject({ removed: [EXCHANGE_1], toSwitchOn: [{ skuId: E3, planId: off }] })
})

test('two licenses become one that contains both and costs less', () => {
  const EMS = idOf('EMS')
  const skus = [
    sku(E3, 2300),
    sku(EMS, 1060),
    sku(M365_E3, 3000, { boughtSeats: 0, subscriptions: [] }),
  ]
  const change = changeOf(person([E3, EMS]), skus)
  expect(change.added.map(({ skuId }) => skuId)).toEqual([M365_E3])
  expect(change.removed.toSorted()).toEqual([E3, EMS].toSorted())
})

test('an add-on keeps the license that it requires', () => {
  const none: WorkloadUse = {
    exchange: false,
    files: false,
    teams: false,
    yammer: false,
    desktopApps: false,
  }
  const skus = [sku(COPILOT, 3000), sku(EXCHANGE_1, 400), sku(EXCHANGE_2, 800)]
  const change = changeOf(person([COPILOT, EXCHANGE_2], { use: none }), skus)
  expect(change.added.map(({ skuId }) => skuId)).toEqual([EXCHANGE_1])
  expect(change.kept.map(({ skuId }) => skuId)).toEqual([COPILOT])
})

test('300 people get a Business plan that costs less; the others keep what they have', () => {
  const SHAREPOINT = idOf('SHAREPOINTSTANDARD')
  const BASIC = idOf('O365_BUSINESS_ESSENTIALS')
  const people = Array.from({ length: 310 }, (_, at) => ({
    ...person([EXCHANGE_1, SHAREPOINT]),
    id: `p${at}`,
  }))
  // The tenant's directory may list more plans than the catalogue.
  const planIds = [...(listedPlanIds(BASIC) ?? []), planOf('INTUNE_O365')]
  const skus = [sku(EXCHANGE_1, 400), sku(SHAREPOINT, 500), sku(BASIC, 600, { planIds })]
  const sets = cheapestSets({ skus, people, now: NOW })
  expect(sets.seats.get(BASIC)).toEqual({ before: 0, after: 300 })
  const cents = 300 * 600 + 10 * 900
  expect(sets.atRenewal).toEqual({ before: 310 * 900, after: cents, atLeast: cents })
})

test('seats go at the renewal; those that were never bought remove nothing', () => {
  const skus = [sku(E3, 2300), sku(EXCHANGE_1, 400, { boughtSeats: 3 })]
  const people = Array.from({ length: 5 }, (_, at) => ({
    ...person([E3, EXCHANGE_1]),
    id: `p${at}`,
  }))
  const sets = cheapestSets({ skus, people, now: NOW })
  expect(sets.atRenewal).toEqual({ before: 13_500, after: 11_500, atLeast: 11_500 })
  // Today two seats of Exchange are used beyond the bought ones.
  expect(sets.now).toEqual({ before: 800, after: 0, atLeast: 0 })
  expect(seatChangesOf(sets, skus, NOW)).toEqual([
    {
      skuId: EXCHANGE_1,
      before: 5,
      after: 0,
      removal: {
        now: 0,
        atRenewal: [{ date: '2027-03-01T00:00:00.000Z', seats: 3 }],
        notKnown: 0,
      },
      notBought: 2,
      fromUnassigned: 0,
      toBuy: 0,
    },
  ])
})
