import type { GraphCall } from './call.ts'
import { GraphRefusal, badRequest } from './refusals.ts'

/** How each property of a kind of object is read; unknown names are refused. */
export interface EntityShape<Row> {
  /** As in microsoft.graph.user */
  readonly typeName: string
  readonly properties: Readonly<Record<string, (row: Row, call: GraphCall) => unknown>>
  /** Without $select only these are told. */
  readonly defaults: readonly string[]
  /** Known to Microsoft, but kept outside of the directory. */
  readonly foreignProperties?: readonly string[]
}

/** Names chosen by $select in the order asked for; undefined without $select. */
export function selectedNames<Row>(
  shape: EntityShape<Row>,
  call: GraphCall,
): readonly string[] | undefined {
  const select = call.query.get('$select')
  if (select === null) return undefined
  const names = select
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...new Set(names.map((name) => knownName(shape, name)))]
}

/** One object with the chosen properties; a property that is undefined is left out. */
export function project<Row>(
  shape: EntityShape<Row>,
  names: readonly string[] | undefined,
  [row, call]: readonly [Row, GraphCall],
): Record<string, unknown> {
  const chosen = names ?? shape.defaults
  return Object.fromEntries(
    chosen
      .map((name) => [name, shape.properties[name]?.(row, call)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** What @odata.context says after the hash: users or users(id,displayName) */
export function contextOf(call: GraphCall, set: string, names?: readonly string[]): string {
  const columns = names ? `(${names.join(',')})` : ''
  return `https://${call.cloud.graphHost}/v1.0/$metadata#${set}${columns}`
}

function knownName<Row>(shape: EntityShape<Row>, asked: string): string {
  const isAsked = (name: string) => name.toLowerCase() === asked.toLowerCase()
  const known = Object.keys(shape.properties).find(isAsked)
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
