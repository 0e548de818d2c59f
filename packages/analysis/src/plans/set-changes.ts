import type { SetsGroup } from './cheapest-sets.ts'
import { coveredPlans } from './plan-catalogue.ts'
import { heldPlans, reasonToKeep, withLowerTiers } from './plan-needs.ts'
import type { KeptReason, PlanSku } from './plan-needs.ts'
import { isJudged } from './set-options.ts'

/** A license that a group keeps or gets, and the needed plans that only it contains. */
export interface KeptLicense {
  readonly skuId: string
  readonly plans: readonly { readonly planId: string; readonly reason: KeptReason }[]
}

/** What is to be done for people who hold, need and get the same, when every seat can be removed. */
export interface SetChange {
  readonly people: readonly string[]
  readonly kept: readonly KeptLicense[]
  readonly added: readonly KeptLicense[]
  /** Ids of the SKUs that are no longer needed. */
  readonly removed: readonly string[]
  /** Plans that none of them used and that they lose, with the lower tier that they have after. */
  readonly lost: readonly { readonly planId: string; readonly lower: string | null }[]
  /** Needed plans that are switched off in the license that contains them after. */
  readonly toSwitchOn: readonly { readonly skuId: string; readonly planId: string }[]
  /** Of one person, per month, in minor units. */
  readonly centsBefore: number
  readonly centsAfter: number
  /** What costs less already today, while paid seats cost nothing; null when nothing does. */
  readonly now: { readonly added: readonly string[]; readonly removed: readonly string[] } | null
}

/** Returns what is to be done for a group; licenses that are not judged stay and are not named. */
export function setChangeOf(
  { of, people, atRenewal, now }: SetsGroup,
  skuById: ReadonlyMap<string, PlanSku>,
): SetChange {
  const { example } = of
  const ids = example.licenses.map(({ skuId }) => skuId)
  const isOwn = (skuId: string): boolean => {
    const sku = skuById.get(skuId)
    return sku !== undefined && isJudged(sku)
  }
  const before = ids.filter(isOwn)
  const stays = ids.filter((skuId) => !isOwn(skuId))
  const held = heldPlans(example, skuById)
  const needed = new Map<string, KeptReason>()
  for (const planId of held.keys()) {
    const reason = reasonToKeep(planId, example)
    if (reason !== null) needed.set(planId, reason)
  }
  const offBySku = new Map(
    example.licenses.map(({ skuId, disabledPlanIds }) => [skuId, new Set(disabledPlanIds)]),
  )
  const sources = [...atRenewal, ...stays].map((skuId) => {
    const planIds = skuById.get(skuId)?.planIds ?? []
    const isOff = (planId: string): boolean => offBySku.get(skuId)?.has(planId) === true
    const on = withLowerTiers(planIds.filter((planId) => !isOff(planId)))
    // A license that is not judged stays as it is, with what is switched off.
    return { skuId, on, all: stays.includes(skuId) ? on : withLowerTiers(planIds), planIds }
  })
  const keptLicense = (skuId: string): KeptLicense => ({
    skuId,
    plans: plansOnlyIn(skuId, needed, sources),
  })
  return {
    people,
    kept: atRenewal.filter((skuId) => before.includes(skuId)).map(keptLicense),
    added: atRenewal.filter((skuId) => !before.includes(skuId)).map(keptLicense),
    removed: before.filter((skuId) => !atRenewal.includes(skuId)),
    lost: lostPlans(held.keys(), sources),
    toSwitchOn: plansToSwitchOn(needed.keys(), sources),
    centsBefore: centsOf(before, skuById),
    centsAfter: centsOf(atRenewal, skuById),
    now: nowOf(before, now),
  }
}

interface Source {
  readonly skuId: string
  readonly planIds: readonly string[]
  /** Plans with lower tiers, switched on and all. */
  readonly on: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

/** Returns the needed plans that no other license contains; where there are none, all that it contains. */
function plansOnlyIn(
  skuId: string,
  needed: ReadonlyMap<string, KeptReason>,
  sources: readonly Source[],
): KeptLicense['plans'] {
  const own = sources.find((source) => source.skuId === skuId)
  const contained = [...needed].flatMap(([planId, reason]) =>
    own?.all.has(planId) === true ? [{ planId, reason }] : [],
  )
  const alone = contained.filter(
    ({ planId }) => !sources.some((other) => other !== own && other.all.has(planId)),
  )
  return alone.length > 0 ? alone : contained
}

function lostPlans(held: Iterable<string>, sources: readonly Source[]): SetChange['lost'] {
  const after = new Set(sources.flatMap(({ all }) => [...all]))
  return [...held]
    .filter((planId) => !after.has(planId))
    .map((planId) => {
      // The plan itself comes first, then the next lower tiers.
      const lower = coveredPlans(planId).find((each) => after.has(each))
      return { planId, lower: lower ?? null }
    })
}

function plansToSwitchOn(
  needed: Iterable<string>,
  sources: readonly Source[],
): SetChange['toSwitchOn'] {
  const toSwitchOn = new Map<string, { skuId: string; planId: string }>()
  for (const need of needed) {
    if (sources.some(({ on }) => on.has(need))) continue
    const source = sources.find(({ all }) => all.has(need))
    const planId = source?.planIds.find((each) => coveredPlans(each).includes(need))
    if (source === undefined || planId === undefined) continue
    toSwitchOn.set(`${source.skuId} ${planId}`, { skuId: source.skuId, planId })
  }
  return [...toSwitchOn.values()]
}

const centsOf = (ids: readonly string[], skuById: ReadonlyMap<string, PlanSku>): number =>
  ids.reduce((sum, skuId) => sum + (skuById.get(skuId)?.monthlyCents ?? 0), 0)

function nowOf(before: readonly string[], now: readonly string[]): SetChange['now'] {
  const added = now.filter((skuId) => !before.includes(skuId))
  const removed = before.filter((skuId) => !now.includes(skuId))
  return added.length + removed.length === 0 ? null : { added, removed }
}
