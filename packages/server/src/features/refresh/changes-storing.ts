import type { Changed, DeltaPage } from '@tenantscope/graph-client/delta'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import type { z } from 'zod'

/** How a kind of object is followed from change to change; `Told` is as much of it as is stored at once. */
export interface Followed<Item extends Told, Told extends { id: string }> {
  /** What is stored of these, as Microsoft would tell it. */
  find(ids: readonly string[]): Promise<readonly Told[]>
  /** Whether a change, with what is stored, leaves nothing open. */
  isEnough(change: Changed<Item>, isStored: boolean): boolean
  /** The object after the change; one that is not stored has nothing of what the change leaves out. */
  merge(stored: Told | undefined, change: Changed<Item>): Told
  readWhole(ids: readonly string[]): Promise<readonly Item[]>
  store(objects: readonly Told[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** Brings what is stored to where a page of changes leads. A property that was not sent is as it was. */
export async function storeChanges<Item extends Told, Told extends { id: string }>(
  followed: Followed<Item, Told>,
  page: DeltaPage<Item>,
): Promise<void> {
  const changes = mergedById(page.changed)
  const found = changes.size === 0 ? [] : await followed.find([...changes.keys()])
  const storedById = new Map(found.map((stored) => [stored.id, stored]))
  const removed = new Set(page.removed)
  const clear: Told[] = []
  const unclearIds: string[] = []
  for (const change of changes.values()) {
    const stored = storedById.get(change.id)
    // Named as removed and as changed in one page, which of both came last is not told.
    if (removed.has(change.id) || !followed.isEnough(change, stored !== undefined))
      unclearIds.push(change.id)
    else clear.push(followed.merge(stored, change))
  }
  const whole = unclearIds.length === 0 ? [] : await followed.readWhole(unclearIds)
  const told = [...clear, ...whole]
  if (told.length > 0) await followed.store(told)
  const isThere = new Set(whole.map(({ id }) => id))
  const gone = [...page.removed, ...unclearIds].filter((id) => !isThere.has(id))
  if (gone.length > 0) await followed.remove(gone)
}

/** Who comes twice in a page has changed twice. */
function mergedById<Item extends { id: string }>(
  changed: readonly Changed<Item>[],
): Map<string, Changed<Item>> {
  const byId = new Map<string, Changed<Item>>()
  for (const change of changed) byId.set(change.id, { ...byId.get(change.id), ...change })
  return byId
}

/** Each of these on its own, many in few requests; what is not there has been deleted since. */
export async function readEach<Item>(
  graph: TenantGraph,
  ids: readonly string[],
  { schema, pathOf }: { schema: z.ZodType<Item>; pathOf: (id: string) => string },
): Promise<Item[]> {
  const answers = await graph.batch(ids.map((id) => ({ id, schema, path: pathOf(id) })))
  const items: Item[] = []
  for (const answer of answers.values()) {
    if (!(answer instanceof GraphFailure)) items.push(answer)
    else if (answer.status !== 404) throw answer
  }
  return items
}
