import { WORKLOADS } from './plan-catalogue.ts'
import type { PlanPerson, PlanSku } from './plan-needs.ts'

/** People who hold and need the same, for the same reasons. */
export interface NeedsClass {
  readonly people: readonly string[]
  /** One of them, with the licenses of the given SKUs alone, by id of the SKU. */
  readonly example: PlanPerson
}

/** Divides people into classes. Licenses of SKUs that are not given are ignored. */
export function classesOf(
  people: readonly PlanPerson[],
  skuById: ReadonlyMap<string, PlanSku>,
): NeedsClass[] {
  const classByKey = new Map<string, { readonly people: string[]; readonly example: PlanPerson }>()
  for (const person of people) {
    const licenses = person.licenses
      .filter(({ skuId }) => skuById.has(skuId))
      .toSorted((a, b) => (a.skuId < b.skuId ? -1 : 1))
    if (licenses.length === 0) continue
    const key = keyOf(person, licenses)
    const known = classByKey.get(key)
    if (known === undefined) {
      classByKey.set(key, { people: [person.id], example: { ...person, licenses } })
    } else known.people.push(person.id)
  }
  return [...classByKey.values()]
}

/** Everything that decides on needs and reasons. */
function keyOf(person: PlanPerson, licenses: PlanPerson['licenses']): string {
  const held = licenses.map(({ skuId, disabledPlanIds: off }) =>
    off.length === 0 ? skuId : `${skuId}-${off.toSorted().join('-')}`,
  )
  const { isNew, isMarked, isCoveredByPolicy, use } = person
  const reports = use === null ? 'none' : WORKLOADS.map((workload) => use[workload]).join()
  return [...held, isNew, isMarked, isCoveredByPolicy, reports].join(' ')
}
