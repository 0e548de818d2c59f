import { boundOf, floorOf } from './seat-bound.ts'
import { reducedProblem } from './seat-components.ts'
import type { Component, Reduced } from './seat-components.ts'
import { cheapestFlow, isFlow } from './seat-flow.ts'
import { withMergedClasses } from './seat-merge.ts'
import { improved } from './seat-moves.ts'
import { CENT, centsOfSeats, usedSeats } from './seat-problem.ts'
import type { Counts, SeatProblem } from './seat-problem.ts'
import { searched } from './seat-search.ts'
import { costOf, isWithinLimits } from './seat-use.ts'
import type { VariantCounts } from './seat-use.ts'

/** Who gets what, and how far the cost is from the lowest possible one. */
export interface SeatAssignment {
  readonly counts: Counts
  readonly cents: number
  /** No assignment costs less. Equal to `cents` when the assignment is proven to be the cheapest. */
  readonly lowerCents: number
}

/**
 * Assigns options to classes at the lowest cost. Exact where no person uses more than one joint seat (minimum-cost
 * flow), and where few people use several (search). Otherwise the best assignment found, with a lower bound.
 */
export function assignSeats(problem: SeatProblem): SeatAssignment {
  const merged = withMergedClasses(problem)
  const { counts, ...cost } = assigned(merged.problem)
  return { counts: merged.divided(counts), ...cost }
}

function assigned(problem: SeatProblem): SeatAssignment {
  const reduced = reducedProblem(problem)
  const counts: Counts = problem.classes.map(({ options }) => options.map(() => 0))
  let gap = 0
  for (const component of reduced.components) {
    const solved = solvedComponent(component, reduced)
    gap += solved.gap
    for (const [number, { at, variants }] of component.classes.entries()) {
      for (const [place, { option }] of variants.entries()) {
        const own = counts[at]
        if (own) own[option] = solved.counts[number]?.[place] ?? 0
      }
    }
  }
  const cents = centsOfSeats(problem, usedSeats(problem, counts))
  return { counts, cents, lowerCents: cents - gap }
}

interface Solved {
  readonly counts: VariantCounts
  /** How many cents less an assignment may cost at most; 0 when none costs less. */
  readonly gap: number
}

function solvedComponent(component: Component, reduced: Reduced): Solved {
  const isComplete = component.classes.every(({ rows }) => rows === null)
  if (component.skus.length === 0) return ownCheapest(component, reduced)
  if (!isFlow(component)) return bestFound(component, reduced, isComplete)
  const counts = cheapestFlow(component, reduced)
  if (isComplete) return { counts, gap: 0 }
  const { cents } = costOf(component, counts, reduced)
  return { counts, gap: cents - boundOf(component, reduced, cents).lowerCents }
}

/** No class depends on others: each one takes its cheapest variant. */
function ownCheapest(component: Component, reduced: Reduced): Solved {
  const { classes } = component
  const counts = classes.map(({ people, variants }) => {
    const least = Math.min(...variants.map(({ cost }) => cost))
    const chosen = variants.findIndex(({ cost }) => cost === least)
    return variants.map((_, at) => (at === chosen ? people : 0))
  })
  const open = classes.filter(({ rows }) => rows !== null)
  if (open.length === 0) return { counts, gap: 0 }
  const lower = classes.reduce((sum, { people, rows, variants }) => {
    const least = Math.min(...variants.map(({ cost }) => cost))
    return (
      sum + people * (rows === null ? Math.floor(least / CENT) : floorOf(rows, reduced.weights))
    )
  }, 0)
  return { counts, gap: Math.max(0, costOf(component, counts, reduced).cents - lower) }
}

/** Improves what people have now and what the bound suggests, and searches where few assignments exist. */
function bestFound(component: Component, reduced: Reduced, isComplete: boolean): Solved {
  const now = component.classes.map(({ people, variants, current }) =>
    variants.map((_, at) => (at === current ? people : 0)),
  )
  let best = improved(component, now, reduced)
  const bound = boundOf(component, reduced, best.cents)
  const { seats } = costOf(component, bound.counts, reduced)
  if (isWithinLimits(seats, reduced)) {
    const other = improved(component, bound.counts, reduced)
    if (other.weighted < best.weighted) best = other
  }
  const { counts, isComplete: isProven } = searched(component, best, reduced)
  if (isProven && isComplete) return { counts, gap: 0 }
  const { cents } = costOf(component, counts, reduced)
  return { counts, gap: Math.max(0, cents - bound.lowerCents) }
}
