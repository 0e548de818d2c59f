import type { GraphCall } from '../engine/call.ts'
import { badRequest, unsupportedQuery } from '../engine/refusals.ts'
import { requireSupported, RULES_BY_TYPE } from './filter-rules.ts'
import { compileFilter, parseFilter, type Predicate } from './filter.ts'
import { propertyNamed, type EntityShape } from './projection.ts'
import { keptRows } from './query-kept.ts'

/** Returns the rows of a collection that match $filter, in the order of $orderby. */
export function queryRows<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  rows: readonly Row[],
): readonly Row[] {
  const filter = call.query.get('$filter')
  const orderBy = call.query.get('$orderby')
  if (filter === null && orderBy === null) return rows
  if (filter !== null && orderBy !== null && RULES_BY_TYPE[shape.typeName]) {
    throw unsupportedQuery('Sorting not supported for current query.')
  }
  const isFound = filter === null ? null : filterPredicate(call, shape, filter)
  const sort = orderBy === null ? null : sorter(call, shape, orderBy)
  return keptRows(call, { shape, rows }, () => {
    const found = isFound ? rows.filter(isFound) : rows
    return sort ? sort(found) : found
  })
}

function filterPredicate<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  text: string,
): Predicate<Row> {
  const filter = parseFilter(text)
  for (const { property } of filter.flat()) requireKnown(shape, property)
  const rules = RULES_BY_TYPE[shape.typeName]
  if (rules) requireSupported(filter, rules)
  return compileFilter(filter, (name) => readerOf(shape, name, call))
}

function readerOf<Row>(
  shape: EntityShape<Row>,
  name: string,
  call: GraphCall,
): (row: Row) => unknown {
  const read = shape.properties[requireKnown(shape, name)]
  return (row) => read?.(row, call)
}

/** Reads each key once per row, because sorting compares it far more often. */
function sorter<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  orderBy: string,
): (rows: readonly Row[]) => readonly Row[] {
  const match = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(orderBy)
  if (!match) throw badRequest(`Syntax error in $orderby: '${orderBy.trim()}'.`)
  const [, name = '', direction] = match
  requireSortable(shape, name)
  const read = readerOf(shape, name, call)
  const sign = direction?.toLowerCase() === 'desc' ? -1 : 1
  return (rows) =>
    rows
      .map((row) => ({ row, key: textOf(read(row)) }))
      .toSorted((one, other) => {
        if (one.key === other.key) return 0
        return one.key < other.key ? -sign : sign
      })
      .map(({ row }) => row)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value ?? '')
}

function requireSortable<Row>(shape: EntityShape<Row>, name: string): void {
  const known = requireKnown(shape, name)
  const rules = RULES_BY_TYPE[shape.typeName]
  if (!rules || rules.orderBy.includes(known)) return
  throw unsupportedQuery(`Sorting not supported for property '${known}' of '${rules.resource}'.`)
}

/** Returns the property as it is spelled. Throws Graph's 400 for a property that the type does not have. */
function requireKnown<Row>(shape: EntityShape<Row>, asked: string): string {
  const known = propertyNamed(shape, asked)
  if (known !== undefined) return known
  throw badRequest(`Could not find a property named '${asked}' on type '${shape.typeName}'.`)
}
