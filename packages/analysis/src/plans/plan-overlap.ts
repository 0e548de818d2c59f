import { coveredPlans, isFoundation } from './plan-catalogue.ts'

/** A service plan that a person has more than once. */
export interface PlanOverlap {
  readonly planId: string
  /** The SKUs that contain the plan itself. */
  readonly skuIds: readonly string[]
  /** Other SKUs that contain a higher tier of it. */
  readonly higher: readonly { readonly skuId: string; readonly planId: string }[]
}

/** Returns the plans of a person that come from several SKUs, alone or as a lower tier of another plan. */
export function overlapsOf(held: ReadonlyMap<string, readonly string[]>): PlanOverlap[] {
  const higherByPlan = new Map<string, { skuId: string; planId: string }[]>()
  for (const [planId, skuIds] of held) {
    for (const lower of coveredPlans(planId)) {
      if (lower === planId || !held.has(lower)) continue
      const known = higherByPlan.get(lower) ?? []
      higherByPlan.set(lower, [...known, ...skuIds.map((skuId) => ({ skuId, planId }))])
    }
  }
  return [...held].flatMap(([planId, skuIds]) => {
    if (isFoundation(planId)) return []
    const higher = (higherByPlan.get(planId) ?? []).filter(({ skuId }) => !skuIds.includes(skuId))
    return skuIds.length + higher.length > 1 ? [{ planId, skuIds, higher }] : []
  })
}
