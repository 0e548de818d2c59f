import type { ChangedSet } from '../../world/types.ts'
import type { GraphCall } from '../engine/call.ts'
import { project, type EntityShape } from '../query/projection.ts'
import type { ObjectChange } from './delta-changes.ts'
import type { Round } from './delta-token.ts'

/** A collection with change tracking. */
export interface DeltaSource<Row extends { readonly id: string }> {
  readonly set: ChangedSet
  readonly shape: EntityShape<Row>
  readonly rows: readonly Row[]
  readonly find: (id: string) => Row | undefined
  /** Properties of the shape whose changes are not reported. */
  readonly untracked?: readonly string[]
  readonly relation?: Relation<Row>
}

/** A relation whose changes are returned: members@delta. */
export interface Relation<Row> {
  readonly name: string
  /** A round begins: the relation as it is now belongs to this position of the journal. */
  readonly remember: (position: number) => void
  readonly isKnown: (position: number) => boolean
  /** Several portions are several rows of the same object. */
  readonly portionsOf: (row: Row, span: Span) => readonly (readonly unknown[])[]
}

export interface Span {
  readonly from: number | null
  readonly to: number
  readonly isWhole: boolean
}

/** The settings by which the objects of a page are returned. */
export interface RowSource<Row extends { readonly id: string }> {
  readonly call: GraphCall
  readonly source: DeltaSource<Row>
  readonly round: Round
  /** Properties and relations whose changes are returned. */
  readonly names: readonly string[]
  /** Returns only the changed properties of an object that is not new. */
  readonly isMinimal: boolean
}

/** The object, and again for each further portion of its relation. */
export function returnedRows<Row extends { readonly id: string }>(
  rowSource: RowSource<Row>,
  row: Row,
  change: Pick<ObjectChange, 'isWhole' | 'changed'>,
): Record<string, unknown>[] {
  const shown = { ...returnedProperties(rowSource, row, change), id: row.id }
  const { source, names, round } = rowSource
  const { relation } = source
  if (!relation || !names.includes(relation.name)) return [shown]
  const span = { from: round.from, to: round.to, isWhole: change.isWhole }
  const portions = relation.portionsOf(row, span)
  if (portions.length === 0) return [shown]
  return portions.map((portion) => ({ ...shown, [`${relation.name}@delta`]: portion }))
}

/** Properties that were never set are left out; one that was emptied since is null. */
function returnedProperties<Row extends { readonly id: string }>(
  { call, source, names, isMinimal }: RowSource<Row>,
  row: Row,
  { isWhole, changed }: Pick<ObjectChange, 'isWhole' | 'changed'>,
): Record<string, unknown> {
  const properties = names.filter((name) => name !== source.relation?.name)
  const isSparse = isMinimal && !isWhole
  return Object.fromEntries(
    Object.entries(project(source.shape, properties, [row, call])).filter(
      ([name, value]) => changed.has(name) || (value !== null && !isSparse),
    ),
  )
}
