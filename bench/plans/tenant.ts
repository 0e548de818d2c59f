import { listPriceOf } from '../../packages/analysis/src/license-prices.ts'
import type { SetsInput } from '../../packages/analysis/src/plans/cheapest-sets.ts'
import {
  listedPlanIds,
  OFFERED_SKU_IDS,
  skuRulesOf,
} from '../../packages/analysis/src/plans/plan-catalogue.ts'
import type { PlanPerson, PlanSku } from '../../packages/analysis/src/plans/plan-needs.ts'

const NOW = new Date('2026-11-30T08:00:00Z')

/**
 * Returns a tenant that owns a number of SKUs, beside every other one that can be bought. People of one role
 * hold the same one to five licenses; every tenth person holds another one too. Plans are switched off here and
 * there, and use differs. `roles`: as many as people, so that everybody is different. `seats`: of those held.
 */
export function tenantOf(given: {
  readonly people: number
  readonly skus: number
  readonly roles: number
  readonly seats: number
}): SetsInput {
  const random = createRandom(37)
  const owned = OFFERED_SKU_IDS.slice(0, given.skus)
  const pick = (): string => owned[Math.floor(random() ** 2 * owned.length)] ?? ''
  const roles = Array.from({ length: given.roles }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, pick),
  )
  const held = new Map<string, number>()
  const people = Array.from({ length: given.people }, (_, at): PlanPerson => {
    const extra = random() < 0.1 ? [pick()] : []
    const ids = new Set([...(roles[at % roles.length] ?? []), ...extra])
    for (const id of ids) held.set(id, (held.get(id) ?? 0) + 1)
    return {
      id: `person-${at}`,
      licenses: [...ids].map((skuId) => ({
        skuId,
        disabledPlanIds: random() < 0.05 ? (listedPlanIds(skuId) ?? []).slice(0, 1) : [],
      })),
      use: {
        exchange: random() < 0.9,
        files: random() < 0.8,
        teams: random() < 0.8,
        yammer: random() < 0.2,
        desktopApps: null,
      },
      isNew: random() < 0.05,
      isMarked: false,
      isCoveredByPolicy: true,
    }
  })
  const skus = OFFERED_SKU_IDS.map((skuId) =>
    skuOf(skuId, Math.floor((held.get(skuId) ?? 0) * given.seats)),
  )
  return { skus, people, now: NOW }
}

function skuOf(skuId: string, boughtSeats: number): PlanSku {
  return {
    skuId,
    planIds: listedPlanIds(skuId),
    monthlyCents: Math.round((listPriceOf(skuId, NOW)?.monthly ?? 0) * 100),
    boughtSeats,
    otherHolders: 0,
    subscriptions: [],
    ...skuRulesOf(skuId),
  }
}

/** Mulberry32: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
