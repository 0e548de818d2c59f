import type { GraphCall } from '../engine/call.ts'
import type { EntityShape } from './projection.ts'

/** Below this many rows a query is answered sooner than its answer is looked up and proved valid. */
const ROWS_MIN = 1_000
const QUERIES_MAX = 200

interface Kept {
  readonly length: number
  /** The position of each row in the collection. */
  readonly positions: ReadonlyMap<unknown, number>
  readonly journalLength: number
  /** Positions of the rows that a query found, in its order. */
  readonly byQuery: Map<string, readonly number[]>
}

const keptByShape = new WeakMap<object, WeakMap<object, Kept>>()

/**
 * What a query found in a large collection, for its further pages: until the directory changes, and
 * not where the query asks for what changes by itself.
 */
export function keptRows<Row>(
  { tenant, query }: GraphCall,
  { shape, rows }: { readonly shape: EntityShape<Row>; readonly rows: readonly Row[] },
  find: () => readonly Row[],
): readonly Row[] {
  const key = ['$filter', '$search', '$orderby'].map((option) => query.get(option) ?? '').join('\n')
  const isFixed = shape.volatile?.every((name) => !key.toLowerCase().includes(name.toLowerCase()))
  if (rows.length < ROWS_MIN || isFixed !== true) return find()
  const byRows = keptByShape.get(shape) ?? new WeakMap<object, Kept>()
  keptByShape.set(shape, byRows)
  const kept = validKept(byRows.get(rows), rows, tenant.journal.length)
  byRows.set(rows, kept)
  const known = kept.byQuery.get(key)
  if (known) return known.map((position) => rows[position]).filter((row) => row !== undefined)
  const found = find()
  const positions = found.flatMap((row) => kept.positions.get(row) ?? [])
  // A row that was put in another's place is nowhere: the next page looks for itself.
  if (positions.length < found.length) return found
  if (kept.byQuery.size >= QUERIES_MAX) kept.byQuery.clear()
  kept.byQuery.set(key, positions)
  return found
}

function validKept(kept: Kept | undefined, rows: readonly unknown[], journalLength: number): Kept {
  const { length } = rows
  if (kept?.length === length && kept.journalLength === journalLength) return kept
  const positions = new Map(rows.map((row, position) => [row, position]))
  return { length, positions, journalLength, byQuery: new Map() }
}
