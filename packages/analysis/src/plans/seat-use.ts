import type { Component, Reduced, Variant } from './seat-components.ts'
import { CENT } from './seat-problem.ts'

/** Joint seats in use, by SKU and by limit. */
export interface SeatUse {
  readonly used: number[]
  readonly usedOfLimits: number[]
}

/** For each class of a component the people of each variant. */
export type VariantCounts = readonly (readonly number[])[]

/** Returns the use of a component without people. */
export const noSeats = ({ free, limits }: Reduced): SeatUse => ({
  used: free.map(() => 0),
  usedOfLimits: limits.map(() => 0),
})

/** Adds people, or takes them away, and returns what this costs in cents. */
export function addPeople(
  seats: SeatUse,
  { variant, people }: { readonly variant: Variant; readonly people: number },
  { free, cents, limitOf }: Reduced,
): number {
  let cost = 0
  for (const sku of variant.joint) {
    const before = seats.used[sku] ?? 0
    const after = before + people
    seats.used[sku] = after
    const owned = free[sku] ?? 0
    cost += (cents[sku] ?? 0) * (Math.max(0, after - owned) - Math.max(0, before - owned))
    const limit = limitOf[sku] ?? null
    if (limit !== null) seats.usedOfLimits[limit] = (seats.usedOfLimits[limit] ?? 0) + people
  }
  return cost
}

/** True when no limit is exceeded. */
export const isWithinLimits = ({ usedOfLimits }: SeatUse, { limits }: Reduced): boolean =>
  usedOfLimits.every((seats, limit) => seats <= (limits[limit] ?? 0))

/** Returns the cents of a variant without its joint seats. */
export const ownCents = ({ cost }: Variant): number => Math.floor(cost / CENT)

/** Returns the cost of an assignment: in cents, and times CENT with its changes. */
export function costOf({ classes }: Component, counts: VariantCounts, reduced: Reduced) {
  const seats = noSeats(reduced)
  const sum = { cents: 0, weighted: 0 }
  for (const [number, { variants }] of classes.entries()) {
    for (const [at, variant] of variants.entries()) {
      const people = counts[number]?.[at] ?? 0
      if (people === 0) continue
      const joint = addPeople(seats, { variant, people }, reduced)
      sum.cents += joint + ownCents(variant) * people
      sum.weighted += joint * CENT + variant.cost * people
    }
  }
  return { ...sum, seats }
}
