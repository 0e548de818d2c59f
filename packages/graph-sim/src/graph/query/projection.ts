import type { GraphCall } from '../engine/call.ts'
import { badRequest } from '../engine/refusals.ts'

/** How each property of a kind of object is read; unknown names are refused. */
export interface EntityShape<Row> {
  /** As in microsoft.graph.user */
  readonly typeName: string
  readonly properties: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /** Returned without $select. */
  readonly defaults: readonly string[]
  /** Returned with every row, independent of $select: @odata.type. */
  readonly annotations?: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /** What $expand may add. */
  readonly expansions?: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /**
   * Where present, a property changes only when a field of its row is replaced, so that rows once
   * projected are kept; these change without, with the clock or with another object.
   */
  readonly volatile?: readonly string[]
}

/** Names chosen by $select in the order asked for; undefined without $select. */
export function selectedNames<Row>(
  shape: EntityShape<Row>,
  call: GraphCall,
): readonly string[] | undefined {
  const select = call.query.get('$select')
  return select === null ? undefined : knownNames(shape, namesIn(select))
}

/** The names between the commas of $select. */
export function namesIn(select: string): string[] {
  return select
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Each once, as it is spelled; throws Graph's 400 for one that the type does not have. */
export function knownNames<Row>(
  shape: EntityShape<Row>,
  asked: readonly string[],
): readonly string[] {
  return [...new Set(asked.map((name) => knownName(shape, name)))]
}

/** One object with the chosen properties; a property that is undefined is left out. */
export function project<Row>(
  shape: EntityShape<Row>,
  names: readonly string[] | undefined,
  [row, call]: readonly [Row, GraphCall],
): Record<string, unknown> {
  return projector(shape, names, call)(row)
}

/** Projects many rows: what the query asks for is made out once. */
export function projector<Row>(
  shape: EntityShape<Row>,
  names: readonly string[] | undefined,
  call: GraphCall,
): (row: Row) => Record<string, unknown> {
  const readers: readonly (readonly [
    string,
    ((row: Row, call: GraphCall) => unknown) | undefined,
  ])[] = [
    ...Object.entries(shape.annotations ?? {}),
    ...(names ?? shape.defaults).map((name) => [name, shape.properties[name]] as const),
    ...expansionOf(shape, call),
  ]
  return (row) => {
    const projected: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      const value = read?.(row, call)
      if (value !== undefined) projected[name] = value
    }
    return projected
  }
}

/** Returns what $expand names. Microsoft accepts one name at a time. */
function expansionOf<Row>(shape: EntityShape<Row>, { query }: GraphCall) {
  const expand = query.get('$expand')
  if (expand === null) return []
  const found = Object.entries(shape.expansions ?? {}).find(
    ([name]) => name.toLowerCase() === expand.trim().toLowerCase(),
  )
  if (found) return [found]
  if (expand.includes(',')) {
    throw badRequest('Only one property can be expanded in a single query.')
  }
  throw badRequest(
    `Parsing OData Select and Expand failed: Could not find a property named '${expand}' on type '${shape.typeName}'.`,
  )
}

/** What @odata.context says after the hash: users or users(id,displayName) */
export function contextOf(call: GraphCall, set: string, names?: readonly string[]): string {
  const columns = names ? `(${names.join(',')})` : ''
  return `https://${call.cloud.graphHost}/v1.0/$metadata#${set}${columns}`
}

/** The property as it is spelled, whatever case it was asked for in. */
export function propertyNamed<Row>(shape: EntityShape<Row>, asked: string): string | undefined {
  const wanted = asked.toLowerCase()
  return Object.keys(shape.properties).find((name) => name.toLowerCase() === wanted)
}

function knownName<Row>(shape: EntityShape<Row>, asked: string): string {
  const known = propertyNamed(shape, asked)
  if (known !== undefined) return known
  throw badRequest(
    `Parsing OData Select and Expand failed: Could not find a property named '${asked}' on type '${shape.typeName}'.`,
  )
}
