import type { Component, Reduced, Variant } from './seat-components.ts'
import { CENT } from './seat-problem.ts'
import { addPeople, costOf, isWithinLimits } from './seat-use.ts'
import type { SeatUse, VariantCounts } from './seat-use.ts'

const MAX_PASSES = 10

interface Row {
  readonly variants: readonly Variant[]
  /** People of each variant; changed by a move. */
  readonly people: number[]
}

/**
 * Improves an assignment by moving people of one class from one variant to another as long as this costs
 * less. Limits that hold before hold after.
 */
export function improved(component: Component, start: VariantCounts, reduced: Reduced) {
  const rows = component.classes.map(({ variants }, number): Row => {
    const people = variants.map((_, at) => start[number]?.[at] ?? 0)
    return { variants, people }
  })
  const counts = rows.map(({ people }) => people)
  const { seats } = costOf(component, counts, reduced)
  for (let pass = 0, isBetter = true; isBetter && pass < MAX_PASSES; pass += 1) {
    isBetter = false
    for (const row of rows) {
      for (const from of row.variants.keys()) {
        if (moveAway(row, from, { seats, reduced })) isBetter = true
      }
    }
  }
  return { counts, ...costOf(component, counts, reduced) }
}

interface Given {
  readonly seats: SeatUse
  readonly reduced: Reduced
}

interface Move {
  readonly gain: number
  readonly to: number
  readonly amount: number
}

/** Moves people of a variant, all or one, to the variant where this costs least. */
function moveAway({ variants, people }: Row, from: number, given: Given): boolean {
  const [before, most] = [variants[from], people[from] ?? 0]
  if (before === undefined || most === 0) return false
  const move = bestMove(variants, { before, most }, given)
  const after = variants[move.to]
  if (move.amount === 0 || after === undefined) return false
  const { seats, reduced } = given
  addPeople(seats, { variant: before, people: -move.amount }, reduced)
  addPeople(seats, { variant: after, people: move.amount }, reduced)
  people[from] = most - move.amount
  people[move.to] = (people[move.to] ?? 0) + move.amount
  return true
}

function bestMove(
  variants: readonly Variant[],
  { before, most }: { readonly before: Variant; readonly most: number },
  { seats, reduced }: Given,
): Move {
  let best: Move = { gain: 0, to: -1, amount: 0 }
  for (const [to, after] of variants.entries()) {
    if (after === before) continue
    for (const amount of most === 1 ? [1] : [1, most]) {
      const gain = gainOf({ before, after, amount }, seats, reduced)
      if (gain < best.gain) best = { gain, to, amount }
    }
  }
  return best
}

/** Returns what a move costs, times CENT; Infinity when a limit is in the way. */
function gainOf(
  { before, after, amount }: { before: Variant; after: Variant; amount: number },
  seats: SeatUse,
  reduced: Reduced,
): number {
  const less = addPeople(seats, { variant: before, people: -amount }, reduced)
  const more = addPeople(seats, { variant: after, people: amount }, reduced)
  const isAllowed = isWithinLimits(seats, reduced)
  addPeople(seats, { variant: after, people: -amount }, reduced)
  addPeople(seats, { variant: before, people: amount }, reduced)
  return isAllowed ? (less + more) * CENT + (after.cost - before.cost) * amount : Infinity
}
