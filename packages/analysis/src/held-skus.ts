/** The number of users who hold a SKU. */
export interface HeldSku {
  readonly skuId: string
  readonly holders: number
}

/** Holders of each SKU. */
export interface HeldSkus {
  /** By SKU id in lower case. */
  readonly holdersById: ReadonlyMap<string, number>
  /** True when all users were read; otherwise every number is a minimum. */
  readonly isWhole: boolean
}

/** Licenses of some users or all, read live. */
export interface LiveHoldings {
  readonly held: readonly HeldSku[]
  readonly isWhole: boolean
}

/**
 * Merges the live reading with the last refresh. A live reading of all users wins. Otherwise each SKU
 * takes the larger number, since the live reading may contain newer licenses. Null when unknown.
 */
export function heldSkusOf({
  now,
  stored,
}: {
  readonly now: LiveHoldings | null
  readonly stored: readonly HeldSku[] | null
}): HeldSkus | null {
  if (stored === null) return now && { holdersById: mostOf(now.held), isWhole: now.isWhole }
  if (now?.isWhole === true) return { holdersById: mostOf(now.held), isWhole: true }
  return { holdersById: mostOf([...stored, ...(now?.held ?? [])]), isWhole: true }
}

function mostOf(held: readonly HeldSku[]): Map<string, number> {
  const holdersById = new Map<string, number>()
  for (const { skuId, holders } of held) {
    const id = skuId.toLowerCase()
    holdersById.set(id, Math.max(holdersById.get(id) ?? 0, holders))
  }
  return holdersById
}
