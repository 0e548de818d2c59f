import { CENT } from './seat-problem.ts'
import type { SeatClass, SeatProblem } from './seat-problem.ts'

/** The options of a class that use the same joint seats: the cheapest of them. */
export interface Variant {
  readonly option: number
  /** SKUs with joint seats. */
  readonly joint: readonly number[]
  /** The cost of the other seats, times CENT, and the changes. */
  readonly cost: number
}

/** A class within a component. */
export interface ComponentClass {
  /** Its number in the problem. */
  readonly at: number
  readonly people: number
  readonly variants: readonly Variant[]
  /** The variant of the current option, or one that uses no more seats. */
  readonly current: number
  /** Null: the options are complete. Otherwise for each need the SKUs of which every option has one. */
  readonly rows: readonly (readonly number[])[] | null
}

/** Classes that depend on each other because they use the same joint seats. */
export interface Component {
  readonly classes: readonly ComponentClass[]
  /** SKUs with joint seats. */
  readonly skus: readonly number[]
}

/** A problem without what is decided: seats that everybody needs, and limits that cannot be reached. */
export interface Reduced {
  /** By SKU, the free seats that are left. */
  readonly free: readonly number[]
  /** By SKU, the cost of a seat beyond the free ones. */
  readonly cents: readonly number[]
  /** By SKU, the number of its limit; null where the limit cannot be reached. */
  readonly limitOf: readonly (number | null)[]
  /** By limit, the seats that are left. */
  readonly limits: readonly number[]
  /** By SKU, the cost of each seat that is not joint. */
  readonly weights: readonly number[]
  readonly components: readonly Component[]
}

/** Divides a problem into components that do not depend on each other. */
export function reducedProblem(problem: SeatProblem): Reduced {
  const { skus, classes } = problem
  const forcedOf = classes.map(forcedSkus)
  const forced = demand(problem, (at) => [...(forcedOf[at] ?? [])])
  const most = demand(problem, (_, { options }) => [
    ...new Set(options.flatMap((option) => option.skus)),
  ])
  const left = skus.map(({ free }, sku) => Math.max(0, free - at(forced, sku)))
  const isFree = skus.map((_, sku) => at(most, sku) - at(forced, sku) <= at(left, sku))
  const limitOf = bindingLimits(problem)
  const limits = problem.limits.map((seats, limit) =>
    skus.reduce((sum, each, sku) => sum - (each.limit === limit ? at(forced, sku) : 0), seats),
  )
  const isJoint = skus.map(
    (_, sku) => limitOf[sku] !== null || (at(left, sku) > 0 && isFree[sku] !== true),
  )
  const weights = skus.map(({ cents }, sku) => (isFree[sku] === true ? 0 : cents))
  const reduced = classes.map((each, number) =>
    reducedClass(each, { at: number, forced: forcedOf[number] ?? new Set(), isJoint, weights }),
  )
  return {
    free: left,
    cents: skus.map(({ cents }) => cents),
    limitOf,
    limits,
    weights,
    components: componentsOf(reduced, limitOf),
  }
}

const at = (numbers: readonly number[], sku: number): number => numbers[sku] ?? 0

/** Returns the SKUs that every option of a class contains. */
function forcedSkus({ options, isComplete }: SeatClass): ReadonlySet<number> {
  const [first, ...others] = options
  if (!isComplete || first === undefined) return new Set()
  return new Set(first.skus.filter((sku) => others.every((option) => option.skus.includes(sku))))
}

function demand(
  { skus, classes }: SeatProblem,
  skusOf: (at: number, each: SeatClass) => readonly number[],
): number[] {
  const seats = skus.map(() => 0)
  for (const [at, each] of classes.entries()) {
    for (const sku of skusOf(at, each)) seats[sku] = (seats[sku] ?? 0) + each.people
  }
  return seats
}

/** Returns for each SKU the limit that its seats can reach; null for one that they cannot. */
function bindingLimits({ skus, limits, classes }: SeatProblem): (number | null)[] {
  const most = limits.map(() => 0)
  for (const { options, people, isComplete } of classes) {
    for (const limit of limits.keys()) {
      const seats = options.map(({ skus: set }) => set.filter((sku) => skus[sku]?.limit === limit))
      const each = Math.max(...seats.map(({ length }) => length))
      most[limit] = (most[limit] ?? 0) + people * (isComplete ? each : skus.length)
    }
  }
  return skus.map(({ limit }) =>
    limit !== null && (most[limit] ?? 0) > (limits[limit] ?? 0) ? limit : null,
  )
}

function reducedClass(
  { people, options, current, isComplete, rows }: SeatClass,
  given: {
    readonly at: number
    readonly forced: ReadonlySet<number>
    readonly isJoint: readonly boolean[]
    readonly weights: readonly number[]
  },
): ComponentClass {
  const { at, forced, isJoint, weights } = given
  const byJoint = new Map<string, Variant>()
  for (const [option, { skus, changes }] of options.entries()) {
    const open = skus.filter((sku) => !forced.has(sku))
    const joint = open.filter((sku) => isJoint[sku])
    const own = open.reduce((sum, sku) => sum + (isJoint[sku] ? 0 : (weights[sku] ?? 0)), 0)
    const cost = own * CENT + changes
    const known = byJoint.get(joint.join())
    if (known === undefined || cost < known.cost) byJoint.set(joint.join(), { option, joint, cost })
  }
  const variants = withoutDominated([...byJoint.values()])
  const isNow = (sku: number) => options[current]?.skus.includes(sku) === true
  return {
    at,
    people,
    variants,
    current: variants.findIndex(({ joint }) => joint.every(isNow)),
    rows: isComplete ? null : rows,
  }
}

/** Leaves out variants that use the joint seats of a cheaper one, and more. */
function withoutDominated(variants: readonly Variant[]): Variant[] {
  const kept: Variant[] = []
  for (const variant of variants.toSorted((a, b) => a.joint.length - b.joint.length)) {
    const isDominated = kept.some(
      (other) =>
        other.cost <= variant.cost && other.joint.every((sku) => variant.joint.includes(sku)),
    )
    if (!isDominated) kept.push(variant)
  }
  return kept
}

/** Joins the classes that use a joint SKU, and the SKUs of one limit. */
function componentsOf(
  classes: readonly ComponentClass[],
  limitOf: readonly (number | null)[],
): Component[] {
  const parent = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    while (parent.has(root)) root = parent.get(root) ?? root
    if (root !== key) parent.set(key, root)
    return root
  }
  const join = (a: string, b: string): void => {
    const [one, other] = [rootOf(a), rootOf(b)]
    if (one !== other) parent.set(one, other)
  }
  const skusOf = ({ variants }: ComponentClass) => new Set(variants.flatMap(({ joint }) => joint))
  for (const each of classes) {
    for (const sku of skusOf(each)) {
      join(`class ${each.at}`, `sku ${sku}`)
      const limit = limitOf[sku] ?? null
      if (limit !== null) join(`sku ${sku}`, `limit ${limit}`)
    }
  }
  const groups = Map.groupBy(classes, ({ at }) => rootOf(`class ${at}`))
  return [...groups.values()].map((own) => ({
    classes: own,
    skus: [...new Set(own.flatMap((each) => [...skusOf(each)]))],
  }))
}
