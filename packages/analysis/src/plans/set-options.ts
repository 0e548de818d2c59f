import { isMet, licenseSetsFor, reducedSet } from './license-sets.ts'
import type { Candidate, LicenseSets, Required } from './license-sets.ts'
import type { NeedsClass } from './plan-classes.ts'
import { reasonToKeep, withLowerTiers } from './plan-needs.ts'
import type { PlanSku } from './plan-needs.ts'
import type { SeatClass } from './seat-problem.ts'

/** A SKU whose licenses are judged: its plans and its price are known, and it costs something. */
export const isJudged = ({ planIds, monthlyCents }: PlanSku): boolean =>
  planIds !== null && monthlyCents !== null && monthlyCents > 0

/** Finds the sets of SKUs that the people of a class can have. */
export function createSetOptions(
  skus: readonly PlanSku[],
  /** By number of the SKU: its cost depends on other people. */
  isJoint: readonly boolean[],
) {
  const { maskOf, bits } = createMasks(skus)
  const numbers = judgedNumbers(skus)
  const skuById = new Map(skus.map((sku) => [sku.skuId, sku]))
  const judged = skus.flatMap((sku, number): Candidate[] => {
    if (!isJudged(sku)) return []
    const plans = maskOf(withLowerTiers(sku.planIds ?? []))
    const prerequisite = maskOf(sku.prerequisite ?? [])
    const cents = sku.monthlyCents ?? 0
    return [{ sku: number, plans, cents, isJoint: isJoint[number] ?? false, prerequisite }]
  })
  const sources = Array.from({ length: bits }, (_, bit) =>
    judged.filter(({ plans }) => ((plans >> BigInt(bit)) & 1n) === 1n),
  )
  const sourcesOf = (bit: number): readonly Candidate[] => sources[bit] ?? []
  const setsByKey = new Map<string, LicenseSets>()
  const optionsByKey = new Map<string, Options>()

  /** Returns the plans that must stay, and those that stay by licenses that are not judged. */
  function requiredOf({ example }: NeedsClass): Omit<Required, 'waived'> {
    const needed: string[] = []
    const kept: string[] = []
    for (const { skuId, disabledPlanIds } of example.licenses) {
      const sku = skuById.get(skuId)
      const isKept = sku === undefined || !isJudged(sku)
      for (const planId of sku?.planIds ?? []) {
        if (disabledPlanIds.includes(planId)) continue
        if (isKept) kept.push(planId)
        else if (reasonToKeep(planId, example) !== null) needed.push(planId)
      }
    }
    return { plans: maskOf(needed), given: maskOf(withLowerTiers(kept)) }
  }

  /** Returns the options of people who hold the judged SKUs; the last one is what they have. */
  function optionsFor(held: readonly number[], needs: Omit<Required, 'waived'>): Options {
    const now = judged.filter(({ sku }) => held.includes(sku))
    // What an add-on requires is not asked for where it is missing today.
    const none = { ...needs, waived: new Set<number>() }
    const waived = new Set(now.filter((each) => !isMet(each, now, none)).map(({ sku }) => sku))
    const required = { ...needs, waived }
    const special = held.filter((sku) => skus[sku]?.isOffered !== true)
    const key = [needs.plans, needs.given, ...special, 'waived', ...waived].join()
    const allowed = judged.filter(({ sku }) => skus[sku]?.isOffered === true || held.includes(sku))
    const found = setsByKey.get(key) ?? licenseSetsFor(required, allowed, sourcesOf)
    setsByKey.set(key, found)
    const sets = [reducedSet(now, required), ...found.sets, held]
    return {
      options: sets.map((set) => ({ skus: set, changes: changes(held, set) })),
      current: sets.length - 1,
      isComplete: found.isComplete,
      rows: found.rows,
    }
  }

  /** Returns a class with its options; classes with equal ones share them. */
  return function optionsOf(of: NeedsClass): SeatClass {
    const current = currentClass(of, numbers)
    const held = current.options[current.current]?.skus ?? []
    if (of.example.isMarked || held.length === 0) return current
    const needs = requiredOf(of)
    const key = [needs.plans, needs.given, ...held].join()
    const options = optionsByKey.get(key) ?? optionsFor(held, needs)
    optionsByKey.set(key, options)
    return { people: current.people, ...options }
  }
}

type Options = Omit<SeatClass, 'people'>

/** Returns the numbers of the judged SKUs by their ids. */
export const judgedNumbers = (skus: readonly PlanSku[]): ReadonlyMap<string, number> =>
  new Map(skus.flatMap((sku, number) => (isJudged(sku) ? [[sku.skuId, number]] : [])))

/** Returns a class whose people can only keep what they have. */
export function currentClass(
  { people, example }: NeedsClass,
  numbers: ReadonlyMap<string, number>,
): SeatClass {
  const held = example.licenses.flatMap(({ skuId }) => numbers.get(skuId) ?? [])
  const options = [{ skus: held.toSorted((a, b) => a - b), changes: 0 }]
  return { people: people.length, options, current: 0, isComplete: true, rows: [] }
}

const changes = (before: readonly number[], after: readonly number[]): number =>
  after.filter((sku) => !before.includes(sku)).length +
  before.filter((sku) => !after.includes(sku)).length

/** Gives plans as bits. Plans that come from the same SKUs share a bit. */
function createMasks(skus: readonly PlanSku[]) {
  const plans = skus.map(({ planIds }) => withLowerTiers(planIds ?? []))
  const all = new Set([
    ...plans.flatMap((ids) => [...ids]),
    ...skus.flatMap(({ prerequisite }) => prerequisite ?? []),
  ])
  const bitBySource = new Map<string, bigint>()
  const bitOf = new Map<string, bigint>()
  for (const planId of all) {
    const source = [...plans.keys()].filter((number) => plans[number]?.has(planId)).join()
    const bit = bitBySource.get(source) ?? 1n << BigInt(bitBySource.size)
    bitBySource.set(source, bit)
    bitOf.set(planId, bit)
  }
  const maskOf = (planIds: Iterable<string>): bigint => {
    let mask = 0n
    for (const planId of planIds) mask |= bitOf.get(planId) ?? 0n
    return mask
  }
  return { maskOf, bits: bitBySource.size }
}
