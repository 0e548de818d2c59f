import type { Changed, DeltaPage } from '@tenantscope/graph-client/delta'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { z } from 'zod'

/** Functions that apply delta changes to a kind of object; `Stored` is the stored form. */
export interface Followed<Item extends Stored, Stored extends { id: string }> {
  /** Returns the stored objects in Microsoft's format. */
  find(ids: readonly string[]): Promise<readonly Stored[]>
  /** True when a change and the stored object together are complete. */
  isEnough(change: Changed<Item>, isStored: boolean): boolean
  /** Returns the changed object; for a new object, omitted properties are empty. */
  merge(stored: Stored | undefined, change: Changed<Item>): Stored
  readWhole(ids: readonly string[]): Promise<readonly Item[]>
  store(objects: readonly Stored[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** Applies all changes; returns the link for the next refresh. */
export async function storeAllChanges<Item extends Stored, Stored extends { id: string }>(
  followed: Followed<Item, Stored>,
  pages: AsyncGenerator<DeltaPage<Item>, string>,
): Promise<string> {
  for (;;) {
    const { done, value } = await pages.next()
    if (done === true) return value
    await storeChanges(followed, value)
  }
}

/** Applies a page of changes to the stored objects. Omitted properties are unchanged. */
export async function storeChanges<Item extends Stored, Stored extends { id: string }>(
  followed: Followed<Item, Stored>,
  page: DeltaPage<Item>,
): Promise<void> {
  const changes = mergedById(page.changed)
  const found = changes.size === 0 ? [] : await followed.find([...changes.keys()])
  const storedById = new Map(found.map((stored) => [stored.id, stored]))
  const removed = new Set(page.removed)
  const clear: Stored[] = []
  const unclearIds: string[] = []
  for (const change of changes.values()) {
    const stored = storedById.get(change.id)
    // If a page contains both a removal and a change, their order is unknown.
    if (removed.has(change.id) || !followed.isEnough(change, stored !== undefined))
      unclearIds.push(change.id)
    else clear.push(followed.merge(stored, change))
  }
  const whole = unclearIds.length === 0 ? [] : await followed.readWhole(unclearIds)
  const received = [...clear, ...whole]
  if (received.length > 0) await followed.store(received)
  const isThere = new Set(whole.map(({ id }) => id))
  const gone = [...page.removed, ...unclearIds].filter((id) => !isThere.has(id))
  if (gone.length > 0) await followed.remove(gone)
}

/** Merges changes of the same object within a page. */
function mergedById<Item extends { id: string }>(
  changed: readonly Changed<Item>[],
): Map<string, Changed<Item>> {
  const byId = new Map<string, Changed<Item>>()
  for (const change of changed) byId.set(change.id, { ...byId.get(change.id), ...change })
  return byId
}

/** Reads each of these objects, in few batch requests; deleted ones are not found, malformed ones are left out. */
export async function readEach<Item>(
  graph: TenantGraph,
  ids: readonly string[],
  { schema, pathOf }: { schema: z.ZodType<Item>; pathOf: (id: string) => string },
): Promise<Item[]> {
  const rows = { schema: z.array(schema), isRow: true }
  const answers = await graph.batch(ids.map((id) => ({ id, ...rows, path: pathOf(id) })))
  const items: Item[] = []
  for (const answer of answers.values()) {
    if (!(answer instanceof GraphFailure)) items.push(...answer)
    else if (answer.status !== 404) throw answer
  }
  return items
}
