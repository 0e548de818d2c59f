import type { SetsInput } from '../plans/cheapest-sets.ts'
import type { PlanPerson, PlanSku } from '../plans/plan-needs.ts'
import { contains, neededPlans, NOW } from './random-licenses.ts'

const isJudged = ({ planIds, monthlyCents }: PlanSku) => planIds !== null && (monthlyCents ?? 0) > 0

/** Returns every set of SKUs that a person can have, as ids of judged SKUs. */
export function possibleSets(person: PlanPerson, skus: readonly PlanSku[]): string[][] {
  const held = new Map(person.licenses.map((each) => [each.skuId, each.disabledPlanIds]))
  const heldIds = skus.filter((sku) => isJudged(sku) && held.has(sku.skuId)).map((sku) => sku.skuId)
  if (person.isMarked) return [heldIds]
  const kept = skus.flatMap((sku) =>
    isJudged(sku) || !held.has(sku.skuId)
      ? []
      : (sku.planIds ?? []).filter((plan) => !held.get(sku.skuId)?.includes(plan)),
  )
  const plansOf = (ids: readonly string[]) =>
    skus.filter(({ skuId }) => ids.includes(skuId)).flatMap(({ planIds }) => planIds ?? [])
  const hasPrerequisite = (sku: PlanSku, ids: readonly string[]) => {
    const others = [...kept, ...plansOf(ids.filter((id) => id !== sku.skuId))]
    return sku.prerequisite?.some((plan) => contains(others, plan)) ?? true
  }
  const candidates = skus.filter(
    (sku) => isJudged(sku) && (sku.isOffered || heldIds.includes(sku.skuId)),
  )
  const subsets = candidates.reduce<string[][]>(
    (all, { skuId }) => [...all, ...all.map((set) => [...set, skuId])],
    [[]],
  )
  const needed = neededPlans(person, skus)
  return subsets.filter((ids) => {
    const plans = [...kept, ...plansOf(ids)]
    if (![...needed].every((plan) => contains(plans, plan))) return false
    return candidates
      .filter(({ skuId }) => ids.includes(skuId))
      .every(
        (sku) =>
          hasPrerequisite(sku, ids) ||
          (heldIds.includes(sku.skuId) && !hasPrerequisite(sku, heldIds)),
      )
  })
}

/** Returns the lowest cost of all assignments, by trying each. `isRenewal`: no seat is paid already. */
export function lowestCost({ skus, people }: SetsInput, isRenewal: boolean): number {
  const sets = people.map((person) => possibleSets(person, skus))
  const limited = skus.filter(({ seatLimit }) => seatLimit !== null)
  const heldOf = (skuId: string) =>
    people.filter(({ licenses }) => licenses.some((each) => each.skuId === skuId)).length
  const held = limited.filter(isJudged).reduce((sum, { skuId }) => sum + heldOf(skuId), 0)
  const others = limited.reduce(
    (sum, sku) => sum + sku.otherHolders + (isJudged(sku) ? 0 : heldOf(sku.skuId)),
    0,
  )
  const limit = Math.max(held, (limited[0]?.seatLimit?.seats ?? 0) - others)
  const used = new Map<string, number>()
  let lowest = Infinity
  const visit = (at: number): void => {
    const limitedSeats = limited.reduce((sum, { skuId }) => sum + (used.get(skuId) ?? 0), 0)
    if (limitedSeats > limit) return
    if (at === people.length) {
      lowest = Math.min(lowest, costOf(skus, used, isRenewal))
      return
    }
    for (const set of sets[at] ?? []) {
      for (const id of set) used.set(id, (used.get(id) ?? 0) + 1)
      visit(at + 1)
      for (const id of set) used.set(id, (used.get(id) ?? 0) - 1)
    }
  }
  visit(0)
  return lowest
}

/** Returns what the used seats cost, without those that are paid and cannot be removed today. */
export function costOf(
  skus: readonly PlanSku[],
  used: ReadonlyMap<string, number>,
  isRenewal: boolean,
): number {
  return skus.filter(isJudged).reduce((sum, sku) => {
    const isNew = sku.subscriptions.some(
      ({ createdDateTime }) => NOW.getTime() - (createdDateTime?.getTime() ?? 0) < 7 * 86_400_000,
    )
    const paid = isRenewal || isNew ? 0 : Math.max(0, sku.boughtSeats - sku.otherHolders)
    return sum + (sku.monthlyCents ?? 0) * Math.max(0, (used.get(sku.skuId) ?? 0) - paid)
  }, 0)
}
