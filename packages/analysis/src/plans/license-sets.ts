/** A SKU as a candidate: what it contains, as bits. */
export interface Candidate {
  /** Its number among all SKUs of the tenant. */
  readonly sku: number
  /** Its plans with all lower tiers. */
  readonly plans: bigint
  readonly cents: number
  /** True when its seats are limited or already paid, so that its cost depends on other people. */
  readonly isJoint: boolean
  /** Of an add-on: one of these plans must come from another SKU; 0n for none. */
  readonly prerequisite: bigint
}

/** What a set of SKUs must satisfy. */
export interface Required {
  readonly plans: bigint
  /** Plans that the person keeps in any case, by SKUs that are not judged. */
  readonly given: bigint
  /** Add-ons whose prerequisite is not asked for. */
  readonly waived: ReadonlySet<number>
}

/** Sets of SKUs that satisfy the same needs. */
export interface LicenseSets {
  /** Numbers of SKUs, ascending. */
  readonly sets: readonly (readonly number[])[]
  /** False when the search ended at its limit. */
  readonly isComplete: boolean
  /** For each need the candidates that satisfy it: every set has one of each. */
  readonly rows: readonly (readonly number[])[]
}

/** The search ends here; then the result is not proven to be the cheapest. */
const MAX_NODES = 5_000

/**
 * Returns the sets from which no SKU can be left out and that can be the cheapest: for the same seats
 * with joint costs only the cheapest ones. Branches over the SKUs that satisfy one open need.
 */
export function licenseSetsFor(
  required: Required,
  candidates: readonly Candidate[],
  /** The candidates that contain the plan of a bit, allowed or not. */
  sourcesOf: (bit: number) => readonly Candidate[],
): LicenseSets {
  const rows = rowsOf(required.plans & ~required.given, new Set(candidates), sourcesOf)
  const found = new Map<string, { skus: number[]; joint: Set<Candidate>; cents: number }>()
  const forbidden = new Set<Candidate>()
  let nodes = 0

  /** True when a set that is found already has fewer joint seats and a lower cost. */
  function isDearer(chosen: readonly Candidate[], cents: number): boolean {
    for (const set of found.values()) {
      if (set.cents < cents && [...set.joint].every((each) => chosen.includes(each))) return true
    }
    return false
  }

  function branch(chosen: readonly Candidate[], options: readonly Candidate[]): void {
    const tried: Candidate[] = []
    for (const candidate of options) {
      if (forbidden.has(candidate)) continue
      search([...chosen, candidate])
      forbidden.add(candidate)
      tried.push(candidate)
    }
    for (const candidate of tried) forbidden.delete(candidate)
  }

  function search(chosen: readonly Candidate[]): void {
    nodes += 1
    if (nodes > MAX_NODES) return
    const cents = chosen.reduce((sum, each) => sum + (each.isJoint ? 0 : each.cents), 0)
    if (isDearer(chosen, cents)) return
    const row = openRow(rows, chosen, forbidden)
    if (row !== undefined) return branch(chosen, row)
    const unmet = chosen.find((each) => !isMet(each, chosen, required))
    if (unmet !== undefined) {
      const providers = candidates.filter(
        (each) => (each.plans & unmet.prerequisite) !== 0n && !chosen.includes(each),
      )
      return branch(chosen, providers)
    }
    const skus = chosen.map(({ sku }) => sku).toSorted((a, b) => a - b)
    found.set(skus.join(), { skus, joint: new Set(chosen.filter((each) => each.isJoint)), cents })
  }

  search([])
  return {
    sets: minimalOf([...found.values()].map(({ skus }) => skus)),
    isComplete: nodes <= MAX_NODES,
    rows: rows.map((row) => row.map(({ sku }) => sku)),
  }
}

/**
 * Returns the set without the SKUs that it does not need, the dearest left out first, so that at least one
 * set is known when the search ends at its limit.
 */
export function reducedSet(held: readonly Candidate[], required: Required): number[] {
  let kept = held
  const { plans, given } = required
  const isEnough = (set: readonly Candidate[]): boolean =>
    (plans & ~set.reduce((all, each) => all | each.plans, given)) === 0n &&
    set.every((each) => isMet(each, set, required))
  for (const candidate of held.toSorted((a, b) => b.cents - a.cents)) {
    const fewer = kept.filter((each) => each !== candidate)
    if (isEnough(fewer)) kept = fewer
  }
  return kept.map(({ sku }) => sku).toSorted((a, b) => a - b)
}

/** True when another SKU of the set, or one that is kept in any case, contains what an add-on requires. */
export function isMet(
  candidate: Candidate,
  set: readonly Candidate[],
  { given, waived }: Pick<Required, 'given' | 'waived'>,
): boolean {
  const { prerequisite, sku } = candidate
  if (prerequisite === 0n || (prerequisite & given) !== 0n || waived.has(sku)) return true
  return set.some((other) => other !== candidate && (other.plans & prerequisite) !== 0n)
}

/** Returns the candidates for each need; a need whose candidates include those of another is left out. */
function rowsOf(
  needs: bigint,
  allowed: ReadonlySet<Candidate>,
  sourcesOf: (bit: number) => readonly Candidate[],
): Candidate[][] {
  const all: Candidate[][] = []
  for (let left = needs, bit = 0; left !== 0n; left >>= 1n, bit += 1) {
    if ((left & 1n) !== 0n) all.push(sourcesOf(bit).filter((each) => allowed.has(each)))
  }
  const rows: Candidate[][] = []
  for (const row of all.toSorted((a, b) => a.length - b.length)) {
    if (!rows.some((smaller) => smaller.every((each) => row.includes(each)))) rows.push(row)
  }
  return rows
}

/** Returns the open need with the fewest candidates left; undefined when all are satisfied. */
function openRow(
  rows: readonly (readonly Candidate[])[],
  chosen: readonly Candidate[],
  forbidden: ReadonlySet<Candidate>,
): readonly Candidate[] | undefined {
  let best: { row: readonly Candidate[]; left: number } | undefined
  for (const row of rows) {
    if (chosen.some((each) => row.includes(each))) continue
    const left = row.reduce((count, each) => count + (forbidden.has(each) ? 0 : 1), 0)
    if (best === undefined || left < best.left) best = { row, left }
  }
  return best?.row
}

/** Leaves out sets that contain another one completely. */
function minimalOf(sets: readonly (readonly number[])[]): (readonly number[])[] {
  const kept: (readonly number[])[] = []
  for (const set of sets.toSorted((a, b) => a.length - b.length)) {
    if (!kept.some((smaller) => smaller.every((sku) => set.includes(sku)))) kept.push(set)
  }
  return kept
}
