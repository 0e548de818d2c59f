/** How many people hold a SKU. */
export interface HeldSku {
  readonly skuId: string
  readonly holders: number
}

/** What is known of who holds what. */
export interface HeldSkus {
  /** By SKU id in lower case. */
  readonly holdersById: ReadonlyMap<string, number>
  /** Whether all people were looked at; else every number is a least one. */
  readonly isWhole: boolean
}

/** What was found out by asking some people, or all. */
export interface AskedPeople {
  readonly held: readonly HeldSku[]
  readonly isWhole: boolean
}

/**
 * One view of the people asked now and those of the last refresh. Now wins where it saw everybody; else
 * the refresh did, and the first people of now may hold what it has not seen yet. Null: nobody knows.
 */
export function heldSkusOf({
  now,
  stored,
}: {
  readonly now: AskedPeople | null
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
