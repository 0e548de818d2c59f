import { idOf, linesOf } from './product-list.ts'

/** The service plans of each SKU, as packages/analysis/src/plans/service-plans.json stores them. */
export interface PlanList {
  /** Id and Microsoft's name of each plan, by name. */
  readonly plans: readonly (readonly [id: string, name: string])[]
  /** For each SKU, by id, the places of its plans in `plans`. */
  readonly skus: Readonly<Record<string, readonly number[]>>
}

/** The column names of Microsoft's file, and of a list with one line for each SKU and plan. */
const COLUMNS = {
  skuId: ['GUID', 'sku_id'],
  planName: ['Service_Plan_Name', 'service_plan_name'],
  planId: ['Service_Plan_Id', 'service_plan_id'],
} as const

/** Reads the plans of each SKU from Microsoft's list. Throws when it is not one. */
export function listedPlans(csv: string): PlanList {
  const nameById = new Map<string, string>()
  const plansBySku = new Map<string, Set<string>>()
  for (const { line, textOf } of linesOf(csv, COLUMNS)) {
    const id = idOf(textOf('planId'), line)
    const name = textOf('planName').replaceAll(/\s+/gu, ' ')
    const known = nameById.get(id)
    // Some rows hold two names, or a name with a stray character: the shortest one is clean.
    if (known === undefined || name.length < known.length) nameById.set(id, name)
    const sku = idOf(textOf('skuId'), line)
    plansBySku.set(sku, (plansBySku.get(sku) ?? new Set()).add(id))
  }
  const plans = [...nameById].toSorted(([a, one], [b, other]) =>
    `${one} ${a}`.localeCompare(`${other} ${b}`, 'en'),
  )
  const placeById = new Map(plans.map(([id], place) => [id, place]))
  const placesOf = (ids: ReadonlySet<string>) =>
    [...ids].map((id) => placeById.get(id) ?? -1).toSorted((a, b) => a - b)
  const skus = [...plansBySku].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { plans, skus: Object.fromEntries(skus.map(([id, ids]) => [id, placesOf(ids)])) }
}

/** Returns one line for each plan or SKU that differs between two lists. */
export function planChanges(before: PlanList, after: PlanList): string[] {
  const textOf = ({ plans }: PlanList, places: readonly number[]) =>
    places.map((place) => plans[place]?.[1] ?? '').join(', ')
  const ids = new Set([...Object.keys(before.skus), ...Object.keys(after.skus)])
  return [...ids].flatMap((id) => {
    const [was, is] = [textOf(before, before.skus[id] ?? []), textOf(after, after.skus[id] ?? [])]
    return was === is ? [] : `${id}: ${was || 'absent'} -> ${is || 'absent'}`
  })
}
