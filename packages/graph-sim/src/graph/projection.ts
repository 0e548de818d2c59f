import type { GraphCall } from './call.ts'
import { GraphRefusal, badRequest } from './refusals.ts'

/** How each property of a kind of object is read; unknown names are refused. */
export interface EntityShape<Row> {
  /** As in microsoft.graph.user */
  readonly typeName: string
  readonly properties: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /** Without $select only these are told. */
  readonly defaults: readonly string[]
  /** Told with every row, whatever $select says: @odata.type, @odata.etag. */
  readonly annotations?: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /** Known to Microsoft, but kept outside of the directory. */
  readonly foreignProperties?: readonly string[]
  /** What $expand may add. */
  readonly expansions?: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /**
   * Where present, a property changes only when a field of its row is set anew, so that rows once
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
    ...expandedNames(shape, call).map(
      ([name, inner]) =>
        [name, (row: Row) => pickInner(shape.expansions?.[name]?.(row, call), inner)] as const,
    ),
  ]
  return (row) => {
    const told: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      const value = read?.(row, call)
      if (value !== undefined) told[name] = value
    }
    return told
  }
}

/** What $expand names, with the $select in its brackets; Microsoft takes one at a time. */
function expandedNames<Row>(
  shape: EntityShape<Row>,
  { query }: GraphCall,
): (readonly [name: string, select: readonly string[] | undefined])[] {
  const expand = query.get('$expand')
  if (expand === null) return []
  const [, asked = '', select] =
    /^\s*(\w+)\s*(?:\(\s*\$select=([\w,\s]+)\))?\s*$/.exec(expand) ?? []
  const name = Object.keys(shape.expansions ?? {}).find(
    (each) => each.toLowerCase() === asked.toLowerCase(),
  )
  if (name !== undefined) return [[name, select?.split(',').map((each) => each.trim())]]
  if (/^[^(]*,/.test(expand)) {
    throw badRequest('Only one property can be expanded in a single query.')
  }
  throw badRequest(
    `Parsing OData Select and Expand failed: Could not find a property named '${asked || expand}' on type '${shape.typeName}'.`,
  )
}

function pickInner(value: unknown, select: readonly string[] | undefined): unknown {
  if (select === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: unknown) => pickInner(each, select))
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name.startsWith('@odata') || select.includes(name)),
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
  const isAsked = (name: string) => name.toLowerCase() === asked.toLowerCase()
  const known = propertyNamed(shape, asked)
  if (known !== undefined) return known
  if (shape.foreignProperties?.some(isAsked)) {
    throw new GraphRefusal(501, 'NotImplemented', {
      message: 'This operation target is not yet supported.',
    })
  }
  throw badRequest(
    `Parsing OData Select and Expand failed: Could not find a property named '${asked}' on type '${shape.typeName}'.`,
  )
}
