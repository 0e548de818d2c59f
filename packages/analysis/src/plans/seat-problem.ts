/** A SKU in one question: what a seat costs, and how many cost nothing. */
export interface SeatSku {
  readonly cents: number
  /** Seats that are paid in any case. */
  readonly free: number
  /** The number of its limit among `limits`; null for none. */
  readonly limit: number | null
}

/** A set of SKUs for the people of a class. */
export interface SeatOption {
  readonly skus: readonly number[]
  /** Licenses to add and to remove; fewer are preferred at equal cost. */
  readonly changes: number
}

/** People with equal needs. */
export interface SeatClass {
  readonly people: number
  readonly options: readonly SeatOption[]
  /** The option that the people have now: with it, every limit holds. */
  readonly current: number
  /** False when cheaper options may exist that were not found. */
  readonly isComplete: boolean
  /** Every option, also one that was not found, has a SKU of each row. */
  readonly rows: readonly (readonly number[])[]
}

/** How many people get which option, so that the seats cost the least. */
export interface SeatProblem {
  readonly skus: readonly SeatSku[]
  /** Seats that the SKUs of a limit have together. */
  readonly limits: readonly number[]
  readonly classes: readonly SeatClass[]
}

/** For each class the people of each option. */
export type Counts = number[][]

/** Costs in cents, with the number of changes in the lowest digits: one cent weighs more than any changes on a path. */
export const CENT = 16_384

/** Returns the seats that an assignment uses of each SKU. */
export function usedSeats({ skus, classes }: SeatProblem, counts: Counts): number[] {
  const used = skus.map(() => 0)
  for (const [at, { options }] of classes.entries()) {
    for (const [option, { skus: set }] of options.entries()) {
      const people = counts[at]?.[option] ?? 0
      for (const sku of set) used[sku] = (used[sku] ?? 0) + people
    }
  }
  return used
}

/** Returns what an assignment costs in cents: the seats beyond the paid ones. */
export function centsOfSeats({ skus }: Pick<SeatProblem, 'skus'>, used: readonly number[]): number {
  return skus.reduce(
    (sum, { cents, free }, sku) => sum + cents * Math.max(0, (used[sku] ?? 0) - free),
    0,
  )
}
