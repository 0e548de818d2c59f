import type { Component, Reduced } from './seat-components.ts'
import { CENT } from './seat-problem.ts'
import { addPeople, isWithinLimits, noSeats } from './seat-use.ts'
import type { VariantCounts } from './seat-use.ts'

const MAX_NODES = 60_000
/** The search goes as deep as a component has variants. */
const MAX_VARIANTS = 400

/** People of a class who have no variant yet, and the cost of all others so far. */
interface Open {
  readonly left: number
  readonly cost: number
}

/**
 * Tries every assignment of a small component, without those that cannot cost less than the best one.
 * Returns the best one, and whether every assignment was tried.
 */
export function searched(
  { classes }: Component,
  start: { readonly counts: VariantCounts; readonly weighted: number },
  reduced: Reduced,
) {
  const variants = classes.reduce((sum, each) => sum + each.variants.length, 0)
  if (variants > MAX_VARIANTS) return { counts: start.counts, isComplete: false }
  let best = start.counts
  let bestCost = start.weighted
  let nodes = 0
  const seats = noSeats(reduced)
  const counts = classes.map(({ variants }) => variants.map(() => 0))
  const least = classes.map(({ variants }) => Math.min(...variants.map(({ cost }) => cost)))
  /** The least cost of the classes from a number on. */
  const rest = [0]
  for (const [at, { people }] of [...classes.entries()].toReversed()) {
    rest.unshift((rest[0] ?? 0) + people * (least[at] ?? 0))
  }

  /** True when no assignment that begins like this can be the best one. */
  function isFutile(number: number, { left, cost }: Open): boolean {
    const atLeast = cost + left * (least[number] ?? 0) + (rest[number + 1] ?? 0)
    return nodes > MAX_NODES || atLeast >= bestCost || !isWithinLimits(seats, reduced)
  }

  function assign(number: number, at: number, open: Open): void {
    nodes += 1
    if (isFutile(number, open)) return
    const variants = classes[number]?.variants
    if (variants === undefined) {
      best = counts.map((own) => [...own])
      bestCost = open.cost
      return
    }
    const variant = variants[at]
    if (variant === undefined) return
    // The last variant takes all who are left.
    const first = at === variants.length - 1 ? open.left : 0
    for (let people = first; people <= open.left; people += 1) {
      const joint = addPeople(seats, { variant, people }, reduced)
      counts[number]?.splice(at, 1, people)
      const cost = open.cost + joint * CENT + variant.cost * people
      next(number, at, { left: open.left - people, cost })
      addPeople(seats, { variant, people: -people }, reduced)
      counts[number]?.splice(at, 1, 0)
    }
  }

  /** Goes on with the next variant, or with the next class. */
  function next(number: number, at: number, open: Open): void {
    const following = at + 1
    if (following < (classes[number]?.variants.length ?? 0)) {
      assign(number, following, open)
      return
    }
    assign(number + 1, 0, { left: classes[number + 1]?.people ?? 0, cost: open.cost })
  }

  assign(0, 0, { left: classes[0]?.people ?? 0, cost: 0 })
  return { counts: best, isComplete: nodes <= MAX_NODES }
}
