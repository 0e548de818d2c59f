import type { GraphCall } from './call.ts'
import type { ObjectChange } from './delta-changes.ts'
import type { Round } from './delta-token.ts'
import type { DeltaSource } from './delta.ts'
import { project } from './projection.ts'

/** All that decides how the objects of a page are told. */
export interface Telling<Row extends { readonly id: string }> {
  readonly call: GraphCall
  readonly source: DeltaSource<Row>
  readonly round: Round
  /** Properties and relations whose changes are told. */
  readonly names: readonly string[]
  /** Of an object that is not new only what changed is told. */
  readonly isMinimal: boolean
}

/** The object, and again for each further portion of its relation. */
export function toldRows<Row extends { readonly id: string }>(
  telling: Telling<Row>,
  row: Row,
  change: Pick<ObjectChange, 'isWhole' | 'changed'>,
): Record<string, unknown>[] {
  const told = { ...toldProperties(telling, row, change), id: row.id }
  const { source, names, round } = telling
  const { relation } = source
  if (!relation || !names.includes(relation.name)) return [told]
  const span = { from: round.from, to: round.to, isWhole: change.isWhole }
  const portions = relation.portionsOf(row, span)
  if (portions.length === 0) return [told]
  return portions.map((portion) => ({ ...told, [`${relation.name}@delta`]: portion }))
}

/** Properties that were never set are left out; one that was emptied since is null. */
function toldProperties<Row extends { readonly id: string }>(
  { call, source, names, isMinimal }: Telling<Row>,
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
