import { catalogSku, CATALOG } from '../license-catalog.ts'
import rules from './plan-rules.json' with { type: 'json' }
import list from './service-plans.json' with { type: 'json' }

/** What Microsoft's usage reports say whether a person uses it. */
export const WORKLOADS = ['exchange', 'files', 'teams', 'yammer', 'desktopApps'] as const
export type Workload = (typeof WORKLOADS)[number]

/** A number of seats that the SKUs of one name share in a tenant. */
export interface SeatLimit {
  readonly name: string
  readonly seats: number
}

/** Where the catalogue comes from: Microsoft's list of plans, and the reviewed rules. */
export const PLAN_SOURCES = {
  plans: { source: list.source, date: list.date },
  rules: { source: rules.source, date: rules.reviewedOn },
} as const

const nameById = new Map(
  list.plans.flatMap(([id, name]) => (id !== undefined && name !== undefined ? [[id, name]] : [])),
)
const idsByName = Map.groupBy(nameById.keys(), (id) => nameById.get(id) ?? '')
const friendlyNames: Readonly<Record<string, string>> = rules.names
const planIdsBySku: Readonly<Record<string, readonly number[]>> = list.skus

/** Returns the ids of the plans with one of Microsoft's names. */
const idsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => idsByName.get(name) ?? [])

const coveredById = readTiers()
const workloadById: ReadonlyMap<string, Workload> = new Map(
  WORKLOADS.flatMap((workload) =>
    idsOf(rules.workloads[workload]).map((id) => [id, workload] as const),
  ),
)
const foundations: ReadonlySet<string> = new Set(idsOf(rules.foundations))
const limitByPartNumber: ReadonlyMap<string, SeatLimit> = new Map(
  rules.seatLimits.flatMap(({ partNumbers, name, seats }) =>
    partNumbers.map((partNumber) => [partNumber, { name, seats }] as const),
  ),
)
const prerequisiteByPartNumber: ReadonlyMap<string, readonly string[]> = new Map(
  rules.prerequisites.flatMap(({ partNumbers, anyOf }) =>
    partNumbers.map((partNumber) => [partNumber, idsOf(anyOf)] as const),
  ),
)
const notOffered: ReadonlySet<string> = new Set(
  rules.notOffered.flatMap(({ partNumbers }) => partNumbers),
)

/** Returns the ids of the service plans that Microsoft lists for a SKU; null when it lists none. */
export function listedPlanIds(skuId: string): readonly string[] | null {
  const places = planIdsBySku[skuId.toLowerCase()]
  if (places === undefined) return null
  return places.flatMap((place) => list.plans[place]?.[0] ?? [])
}

/** Returns the name of a plan; for a plan that is not listed, the name that the tenant's directory has. */
export function planNameOf(planId: string, ownName?: string): string {
  const name = nameById.get(planId.toLowerCase()) ?? ownName ?? planId
  return friendlyNames[name] ?? name
}

/** Returns the plans that a plan replaces: itself and the lower tiers. */
export function coveredPlans(planId: string): readonly string[] {
  return coveredById.get(planId) ?? [planId]
}

/** Returns the workload whose use says whether the plan is used; undefined when no report says so. */
export const workloadOf = (planId: string): Workload | undefined => workloadById.get(planId)

/** True for a plan without a function of its own, which nearly every SKU contains. */
export const isFoundation = (planId: string): boolean => foundations.has(planId)

/** The plans Microsoft Entra ID P1 and P2, which Conditional Access requires. */
export const ENTRA_PLANS: ReadonlySet<string> = new Set(idsOf(['AAD_PREMIUM', 'AAD_PREMIUM_P2']))

/** What the rules say of a SKU. */
export interface SkuRules {
  /** Of an add-on: another license must contain one of these plans, or a higher tier. */
  readonly prerequisite: readonly string[] | null
  readonly seatLimit: SeatLimit | null
  /** True when a proposal may give it to people who do not hold it. */
  readonly isOffered: boolean
}

/** Returns the rules of a SKU; one that the catalogue does not list is offered to no more people. */
export function skuRulesOf(skuId: string): SkuRules {
  const sku = catalogSku(skuId)
  if (sku === undefined) return { prerequisite: null, seatLimit: null, isOffered: false }
  const { partNumber, kind, isListed } = sku
  const isSold = kind === 'paid' || kind === 'context-dependent'
  return {
    prerequisite: prerequisiteByPartNumber.get(partNumber) ?? null,
    seatLimit: limitByPartNumber.get(partNumber) ?? null,
    isOffered: isSold && isListed && !notOffered.has(partNumber),
  }
}

/** The SKUs that a proposal may give to people of a tenant that has none of them. */
export const OFFERED_SKU_IDS: readonly string[] = CATALOG.flatMap(({ skuId, usdPerUserMonth }) =>
  usdPerUserMonth !== null && skuRulesOf(skuId).isOffered && listedPlanIds(skuId) !== null
    ? [skuId]
    : [],
)

/** Follows the tiers downwards: a plan replaces what the next lower ones replace. */
function readTiers(): ReadonlyMap<string, readonly string[]> {
  const lowerByName = new Map<string, string[]>()
  for (const tier of rules.tiers) {
    for (const [at, name] of tier.entries()) {
      const lower = tier[at - 1]
      if (lower !== undefined) lowerByName.set(name, [...(lowerByName.get(name) ?? []), lower])
    }
  }
  const covered = new Map<string, readonly string[]>()
  for (const name of lowerByName.keys()) {
    const names = new Set([name])
    for (const each of names) for (const lower of lowerByName.get(each) ?? []) names.add(lower)
    const lowerIds = idsOf([...names].filter((each) => each !== name))
    for (const id of idsOf([name])) covered.set(id, [id, ...lowerIds])
  }
  return covered
}
