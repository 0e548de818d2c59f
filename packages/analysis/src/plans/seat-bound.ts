import type { Component, ComponentClass, Reduced } from './seat-components.ts'
import { ownCents } from './seat-use.ts'
import type { VariantCounts } from './seat-use.ts'

const MAX_ROUNDS = 100
const MIN_ROUNDS = 20
/** So many variants are compared in all rounds. */
const MAX_COMPARED = 4_000_000
/** After so many rounds without a better bound the steps become half as long. */
const PATIENCE = 6
const SHORTEST_STEP = 1e-3

/** Joint seats of a component by number: first its SKUs, then the limits. */
interface Prices {
  readonly price: Float64Array
  /** The highest price that makes sense: a seat can be bought at its own. */
  readonly highest: Float64Array
  /** Seats that there are. */
  readonly seats: Float64Array
}

/**
 * Returns a lower bound of the cost in cents, and the assignment that it comes from. Joint seats get prices.
 * With any prices, the sum of the cheapest variants less the value of the seats that there are is a bound
 * (Lagrangian duality); a subgradient method looks for the prices with the highest one.
 */
export function boundOf(component: Component, reduced: Reduced, upperCents: number) {
  const { price, highest, seats } = startOf(component, reduced)
  const round = createRound(component, reduced)
  const used = new Float64Array(seats.length)
  let best = { cents: -Infinity, chosen: new Int32Array(0) }
  let [step, patience] = [1, PATIENCE]
  const variants = component.classes.reduce((sum, each) => sum + each.variants.length, 0)
  const rounds = Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, MAX_COMPARED / variants))
  for (let number = 0; number < rounds; number += 1) {
    const { cents, chosen } = round(price, used)
    const bound = price.reduce((sum, each, at) => sum - each * (seats[at] ?? 0), cents)
    patience -= 1
    if (bound > best.cents) {
      best = { cents: bound, chosen: chosen.slice() }
      patience = PATIENCE
    }
    if (patience === 0) [step, patience] = [step / 2, PATIENCE]
    const slack = used.map((each, at) => {
      const excess = each - (seats[at] ?? 0)
      const [now, most] = [price[at] ?? 0, highest[at] ?? 0]
      // A price at its end cannot follow.
      return (now === 0 && excess < 0) || (now === most && excess > 0) ? 0 : excess
    })
    const norm = slack.reduce((sum, each) => sum + each * each, 0)
    if (norm === 0 || best.cents >= upperCents || step < SHORTEST_STEP) break
    const length = (step * Math.max(1, upperCents - bound)) / norm
    for (const [at, each] of slack.entries()) {
      const moved = (price[at] ?? 0) + length * each
      price[at] = Math.min(highest[at] ?? 0, Math.max(0, moved))
    }
  }
  return {
    lowerCents: Math.min(upperCents, Math.ceil(best.cents - 1e-6)),
    counts: component.classes.map(({ people, variants }, number) =>
      variants.map((_, at) => (at === best.chosen[number] ? people : 0)),
    ) satisfies VariantCounts,
  }
}

function startOf({ skus }: Component, { free, cents, limits }: Reduced): Prices {
  const hasFree = (sku: number): boolean => (free[sku] ?? 0) > 0
  const own = skus.map((sku) => cents[sku] ?? 0)
  return {
    // Where no seat is free, each one costs its price.
    price: Float64Array.from([
      ...skus.map((sku, at) => (hasFree(sku) ? 0 : (own[at] ?? 0))),
      ...limits.map(() => 0),
    ]),
    highest: Float64Array.from([...own, ...limits.map(() => Infinity)]),
    seats: Float64Array.from([...skus.map((sku) => free[sku] ?? 0), ...limits]),
  }
}

/** Returns a function that finds the cheapest variant of each class at the given prices. */
function createRound({ classes, skus }: Component, reduced: Reduced) {
  const placeOf = new Map(skus.map((sku, at) => [sku, at]))
  const resourcesOf = (sku: number): number[] => {
    const limit = reduced.limitOf[sku] ?? null
    return [placeOf.get(sku) ?? 0, ...(limit === null ? [] : [skus.length + limit])]
  }
  const flat = classes.map(({ people, variants, rows }) => ({
    people,
    rows,
    own: Float64Array.from(variants, ownCents),
    joint: variants.map(({ joint }) => Int32Array.from(joint.flatMap(resourcesOf))),
  }))
  const chosen = new Int32Array(classes.length)

  return function round(price: Float64Array, used: Float64Array) {
    used.fill(0)
    let cents = 0
    for (const [number, each] of flat.entries()) {
      const { at, least } = cheapestVariant(each, price)
      const { people, rows } = each
      chosen[number] = at
      cents += people * (rows === null ? least : Math.min(least, floorOf(rows, weightsAt(price))))
      for (const resource of each.joint[at] ?? []) used[resource] = (used[resource] ?? 0) + people
    }
    return { cents, chosen }
  }

  /** Returns the cost of a seat of each SKU. */
  function weightsAt(price: Float64Array): number[] {
    return reduced.weights.map((weight, sku) =>
      placeOf.has(sku)
        ? resourcesOf(sku).reduce((sum, resource) => sum + (price[resource] ?? 0), 0)
        : weight,
    )
  }
}

function cheapestVariant(
  { own, joint }: { readonly own: Float64Array; readonly joint: readonly Int32Array[] },
  price: Float64Array,
): { at: number; least: number } {
  let best = { at: 0, least: Infinity }
  for (let at = 0; at < own.length; at += 1) {
    let sum = own[at] ?? 0
    for (const resource of joint[at] ?? []) sum += price[resource] ?? 0
    if (sum < best.least) best = { at, least: sum }
  }
  return best
}

/** Returns the least cost of a set that has a SKU of each row. */
export const floorOf = (rows: ComponentClass['rows'], weights: readonly number[]): number =>
  Math.max(0, ...(rows ?? []).map((row) => Math.min(...row.map((sku) => weights[sku] ?? 0))))
