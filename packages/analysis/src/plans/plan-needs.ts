import type { SubscriptionFacts } from '../seat-removal.ts'
import { coveredPlans, ENTRA_PLANS, workloadOf } from './plan-catalogue.ts'
import type { Workload } from './plan-catalogue.ts'

/** A SKU with what a proposal depends on. Ids are in lower case. */
export interface PlanSku {
  readonly skuId: string
  /** Null: not known; then the SKU is kept. */
  readonly planIds: readonly string[] | null
  /** The price of a seat per month in minor units. Null: not known; then the SKU is kept. */
  readonly monthlyCents: number | null
  /** Seats that are paid now. */
  readonly boughtSeats: number
  /** Seats of holders who are not judged; they keep them. */
  readonly otherHolders: number
  /** The subscriptions of this SKU. */
  readonly subscriptions: readonly SubscriptionFacts[]
  /** True when more people may get it. */
  readonly isOffered: boolean
  /** Of an add-on: another SKU must contain one of these plans, or a higher tier. */
  readonly prerequisite: readonly string[] | null
  readonly seatLimit: { readonly name: string; readonly seats: number } | null
}

/** Whether a person used each workload in the period. Null: not reported. */
export type WorkloadUse = Readonly<Record<Workload, boolean | null>>

/** A person who holds licenses. */
export interface PlanPerson {
  readonly id: string
  readonly licenses: readonly {
    readonly skuId: string
    /** Plans that are switched off in every assignment of this license. */
    readonly disabledPlanIds: readonly string[]
  }[]
  /** Null: nothing is known about this person's use. */
  readonly use: WorkloadUse | null
  /** Younger than the period of the reports. */
  readonly isNew: boolean
  /** A shared mailbox, room or service account by the staff's mark: keeps everything. */
  readonly isMarked: boolean
  /** True when an enforced policy of Conditional Access covers the person, or when it is not known. */
  readonly isCoveredByPolicy: boolean
}

/** Why a plan is kept. */
export type KeptReason = 'used' | 'notReported' | 'noUsageData' | 'policy' | 'new' | 'marked'

/** Returns the plans that are switched on for a person, with the SKUs that contain them. */
export function heldPlans(
  { licenses }: Pick<PlanPerson, 'licenses'>,
  skuById: ReadonlyMap<string, Pick<PlanSku, 'planIds'>>,
): ReadonlyMap<string, readonly string[]> {
  const held = new Map<string, string[]>()
  for (const { skuId, disabledPlanIds } of licenses) {
    for (const planId of skuById.get(skuId)?.planIds ?? []) {
      if (disabledPlanIds.includes(planId)) continue
      const known = held.get(planId)
      if (known === undefined) held.set(planId, [skuId])
      else known.push(skuId)
    }
  }
  return held
}

/** Returns why a plan that a person holds must stay; null when a report shows that it was not used. */
export function reasonToKeep(planId: string, person: PlanPerson): KeptReason | null {
  if (person.isMarked) return 'marked'
  if (person.isCoveredByPolicy && ENTRA_PLANS.has(planId)) return 'policy'
  const workload = workloadOf(planId)
  if (workload === undefined) return 'notReported'
  if (person.isNew) return 'new'
  if (person.use === null) return 'noUsageData'
  const isUsed = person.use[workload]
  if (isUsed === null) return 'notReported'
  return isUsed ? 'used' : null
}

/** Returns the plans of the given ones with every lower tier. */
export function withLowerTiers(planIds: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const planId of planIds) for (const covered of coveredPlans(planId)) all.add(covered)
  return all
}
