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

/** Moves people of a variant, all or one, to the variant where this costs least. */
function moveAway(
  { variants, people }: Row,
  from: number,
  { seats, reduced }: { readonly seats: SeatUse; readonly reduced: Reduced },
): boolean {
  const [before, most] = [variants[from], people[from] ?? 0]
  if (before === undefined || most === 0) return false
  let best = { gain: 0, to: from, amount: 0 }
  for (const [to, after] of variants.entries()) {
    if (to === from) continue
    for (const amount of most === 1 ? [1] : [1, most]) {
      const gain = gainOf({ before, after, amount }, seats, reduced)
      if (gain < best.gain) best = { gain, to, amount }
    }
  }
  const after = variants[best.to]
  if (best.amount === 0 || after === undefined) return false
  addPeople(seats, { variant: before, people: -best.amount }, reduced)
  addPeople(seats, { variant: after, people: best.amount }, reduced)
  people[from] = most - best.amount
  people[best.to] = (people[best.to] ?? 0) + best.amount
  return true
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
