import { seatRemovalOf } from '../seat-removal.ts'
import { classesOf } from './plan-classes.ts'
import type { NeedsClass } from './plan-classes.ts'
import type { PlanPerson, PlanSku } from './plan-needs.ts'
import { assignSeats } from './seat-assignment.ts'
import type { SeatAssignment } from './seat-assignment.ts'
import { centsOfSeats, usedSeats } from './seat-problem.ts'
import type { Counts, SeatClass, SeatProblem, SeatSku } from './seat-problem.ts'
import { createSetOptions, currentClass, isJudged, judgedNumbers } from './set-options.ts'

/** What a proposal is computed from. */
export interface SetsInput {
  /** The SKUs that are judged: those of the tenant, and those that can be bought. */
  readonly skus: readonly PlanSku[]
  /** The people who are judged. */
  readonly people: readonly PlanPerson[]
  readonly now: Date
}

/** The cost of the cheapest sets at one time. Amounts are per month, in minor units. */
export interface SetsCost {
  /** With what everybody holds. */
  readonly before: number
  /** With the proposal. */
  readonly after: number
  /** No proposal costs less; equal to `after` when this is proven of it. */
  readonly atLeast: number
}

/** People who hold, need and get the same. */
export interface SetsGroup {
  readonly of: NeedsClass
  readonly people: readonly string[]
  /** Ids of the judged SKUs that they get when every seat can be removed. */
  readonly atRenewal: readonly string[]
  /** Ids of the judged SKUs with which they cost the least today, when paid seats cost nothing. */
  readonly now: readonly string[]
}

/** The cheapest sets of SKUs for the people of a tenant. */
export interface CheapestSets {
  readonly groups: readonly SetsGroup[]
  /** When every seat can be removed: each used seat costs. */
  readonly atRenewal: SetsCost
  /** Today: only seats beyond those that are paid in any case. */
  readonly now: SetsCost
  /** The seats of each SKU that the judged people use, by id. */
  readonly seats: ReadonlyMap<string, { readonly before: number; readonly after: number }>
}

/** Returns the cheapest set of SKUs for each person that keeps every plan that is needed. */
export function cheapestSets({ skus, people, now }: SetsInput): CheapestSets {
  const classes = classesOf(people, new Map(skus.map((sku) => [sku.skuId, sku])))
  const free = skus.map((sku) => paidInAnyCase(sku, now))
  const atRenewal = solved(
    skus,
    classes,
    skus.map(() => 0),
  )
  const today = solved(skus, classes, free)
  return {
    groups: classes.flatMap((of, at) => groupsOf(of, at, { atRenewal, today, skus })),
    atRenewal: atRenewal.cost,
    now: today.cost,
    seats: new Map(
      skus.map(({ skuId }, number) => [
        skuId,
        { before: atRenewal.before[number] ?? 0, after: atRenewal.after[number] ?? 0 },
      ]),
    ),
  }
}

/** Returns the paid seats that the judged people can use and that cannot be removed today. */
function paidInAnyCase({ boughtSeats, otherHolders, subscriptions }: PlanSku, now: Date): number {
  const removable = seatRemovalOf(boughtSeats, { subscriptions, now }).now
  return Math.max(0, boughtSeats - removable - otherHolders)
}

interface Solved {
  readonly problem: SeatProblem
  readonly assignment: SeatAssignment
  readonly cost: SetsCost
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Solves one question: what everybody gets when the given seats of each SKU cost nothing. */
function solved(
  skus: readonly PlanSku[],
  classes: readonly NeedsClass[],
  free: readonly number[],
): Solved {
  const numbers = judgedNumbers(skus)
  const current = classes.map((of) => currentClass(of, numbers))
  const { seatSkus, limits } = withLimits(skus, { classes, current, free })
  const now: SeatProblem = { skus: seatSkus, limits, classes: current }
  const before = usedSeats(now, allCurrent(current))
  const cents = centsOfSeats(now, before)
  const problem = cents === 0 ? now : { ...now, classes: withOptions(classes, skus, seatSkus) }
  const assignment = assignSeats(problem)
  return {
    problem,
    assignment,
    cost: { before: cents, after: assignment.cents, atLeast: assignment.lowerCents },
    before,
    after: usedSeats(problem, assignment.counts),
  }
}

function withOptions(
  classes: readonly NeedsClass[],
  skus: readonly PlanSku[],
  seatSkus: readonly SeatSku[],
): SeatClass[] {
  const isJoint = seatSkus.map(({ free, limit }) => free > 0 || limit !== null)
  return classes.map(createSetOptions(skus, isJoint))
}

const allCurrent = (classes: readonly SeatClass[]): Counts =>
  classes.map(({ people, options, current }) =>
    options.map((_, option) => (option === current ? people : 0)),
  )

/**
 * Returns the SKUs with their limits. What is held today stays possible, also beyond a limit; a limit that
 * all people together cannot reach is left out.
 */
function withLimits(
  skus: readonly PlanSku[],
  given: {
    readonly classes: readonly NeedsClass[]
    readonly current: readonly SeatClass[]
    readonly free: readonly number[]
  },
): { seatSkus: SeatSku[]; limits: number[] } {
  const { classes, current, free } = given
  const people = current.reduce((sum, each) => sum + each.people, 0)
  const holdersOf = (skuId: string): number =>
    classes.reduce((sum, of) => sum + (holds(of, skuId) ? of.people.length : 0), 0)
  const limits = new Map<string, number>()
  for (const [name, own] of Map.groupBy(skus, ({ seatLimit }) => seatLimit?.name ?? null)) {
    const seats = own[0]?.seatLimit?.seats
    if (name === null || seats === undefined) continue
    const others = own.map((sku) => sku.otherHolders + (isJudged(sku) ? 0 : holdersOf(sku.skuId)))
    const held = own.map((sku) => (isJudged(sku) ? holdersOf(sku.skuId) : 0))
    const left = Math.max(sumOf(held), seats - sumOf(others))
    if (people * own.length > left) limits.set(name, left)
  }
  const names = [...limits.keys()]
  const seatSkus = skus.map(({ monthlyCents, seatLimit }, number) => {
    const limit = seatLimit === null ? -1 : names.indexOf(seatLimit.name)
    return {
      cents: monthlyCents ?? 0,
      free: free[number] ?? 0,
      limit: limit === -1 ? null : limit,
    }
  })
  return { seatSkus, limits: [...limits.values()] }
}

const holds = ({ example }: NeedsClass, skuId: string): boolean =>
  example.licenses.some((license) => license.skuId === skuId)

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Divides a class by what its people get at the renewal and today. */
function groupsOf(
  of: NeedsClass,
  at: number,
  given: { readonly skus: readonly PlanSku[]; readonly atRenewal: Solved; readonly today: Solved },
): SetsGroup[] {
  const idsOf = ({ problem, assignment }: Solved): string[][] =>
    (problem.classes[at]?.options ?? []).flatMap(({ skus: set }, option) =>
      Array.from({ length: assignment.counts[at]?.[option] ?? 0 }, () =>
        set.flatMap((sku) => given.skus[sku]?.skuId ?? []),
      ),
    )
  const [later, today] = [idsOf(given.atRenewal), idsOf(given.today)]
  const each = of.people.map((person, number) => ({
    person,
    atRenewal: later[number] ?? [],
    now: today[number] ?? [],
  }))
  const groups = Map.groupBy(each, ({ atRenewal, now }) => `${atRenewal.join()} ${now.join()}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { atRenewal, now } = first
    return [{ of, people: own.map(({ person }) => person), atRenewal, now }]
  })
}
