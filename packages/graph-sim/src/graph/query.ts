import { headerOf } from '../http.ts'
import type { GraphCall } from './call.ts'
import {
  hasRange,
  requireKnownProperties,
  requireSupported,
  unsupportedClause,
} from './filter-check.ts'
import { RULES_BY_TYPE, type QueryRules } from './filter-rules.ts'
import { parseFilter } from './filter-syntax.ts'
import { compileFilter, orderOfTexts, readDeep, type Predicate } from './filter.ts'
import { propertyNamed, type EntityShape } from './projection.ts'
import { keptRows } from './query-kept.ts'
import { searchPredicate } from './query-search.ts'
import { badRequest, unsupportedQuery } from './refusals.ts'

/** The rows of a collection that $filter and $search leave, in the order of $orderby. */
export function queryRows<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  rows: readonly Row[],
): readonly Row[] {
  requireCombinable(call, shape)
  const tests = predicatesOf(call, shape)
  const orderBy = call.query.get('$orderby')
  if (tests.length === 0 && orderBy === null) return rows
  const sort = orderBy === null ? null : sorter(call, shape, orderBy)
  return keptRows(call, { shape, rows }, () => {
    const found = rows.filter((row) => tests.every((test) => test(row)))
    return sort ? sort(found) : found
  })
}

/** Advanced queries need the header; Microsoft refuses them without. */
export function requireEventual(call: GraphCall): void {
  if (isEventual(call)) return
  throw unsupportedQuery(
    'Request with $count or $search query parameter only works through MSGraph with a special request header: ConsistencyLevel: eventual',
  )
}

/** Both advanced query parameters are there; the path /$count stands for the second one. */
function isAdvanced(call: GraphCall): boolean {
  const counts = call.query.get('$count')?.toLowerCase() === 'true' || call.path.endsWith('/$count')
  return counts && isEventual(call)
}

function isEventual({ headers }: GraphCall): boolean {
  return headerOf(headers, 'consistencylevel')?.toLowerCase() === 'eventual'
}

/** The directory filters and sorts at once only in advanced queries, and expands in none of them. */
function requireCombinable<Row>(call: GraphCall, { typeName }: EntityShape<Row>): void {
  const { query } = call
  if (!RULES_BY_TYPE[typeName]) return
  if (isAdvanced(call)) {
    if (query.has('$expand')) {
      throw unsupportedQuery('$expand is not supported with advanced queries.')
    }
    return
  }
  if (query.has('$filter') && query.has('$orderby')) {
    throw unsupportedQuery('Sorting not supported for current query.')
  }
}

function predicatesOf<Row>(call: GraphCall, shape: EntityShape<Row>): Predicate<Row>[] {
  const filter = call.query.get('$filter')
  const search = call.query.get('$search')
  if (search !== null) requireEventual(call)
  return [
    ...(filter === null ? [] : [filterPredicate(call, shape, filter)]),
    ...(search === null ? [] : [searchPredicate(call, shape, search)]),
  ]
}

function filterPredicate<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  text: string,
): Predicate<Row> {
  const filter = parseFilter(text)
  requireKnownProperties(filter, shape)
  const rules = RULES_BY_TYPE[shape.typeName]
  if (rules) {
    requireSupported(filter, rules, isAdvanced(call))
    if (hasRange(filter, 'userPrincipalName') && call.isHitBy('ranges-refused')) {
      throw unsupportedClause(['userPrincipalName'], rules)
    }
  }
  return compileFilter(filter, ([name = '', ...rest]) => {
    const read = readerOf(shape, name, call)
    return rest.length === 0 ? read : (row) => readDeep(read(row), rest)
  })
}

function readerOf<Row>(
  shape: EntityShape<Row>,
  name: string,
  call: GraphCall,
): (row: Row) => unknown {
  const read = shape.properties[propertyNamed(shape, name) ?? '']
  return (row) => read?.(row, call)
}

/** Keys are read once for each row: a sort of many people compares them far more often. */
function sorter<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  orderBy: string,
): (rows: readonly Row[]) => readonly Row[] {
  const keys = orderBy.split(',').map((text) => {
    const [name = '', direction = 'asc', ...rest] = text.trim().split(/\s+/)
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) {
      throw badRequest(`Syntax error in $orderby: '${text.trim()}'.`)
    }
    requireSortable(call, shape, name)
    return { read: readerOf(shape, name, call), sign: /^desc$/i.test(direction) ? -1 : 1 }
  })
  return (rows) =>
    rows
      .map((row) => ({ row, values: keys.map(({ read }) => sortValue(read(row))) }))
      .toSorted((one, other) => {
        for (const [index, { sign }] of keys.entries()) {
          const order = orderOfTexts(one.values[index] ?? '', other.values[index] ?? '')
          if (order !== 0) return order * sign
        }
        return 0
      })
      .map(({ row }) => row)
}

/** Numbers are padded so that they stand in their order as texts; nothing comes first. */
function sortValue(value: unknown): string {
  if (typeof value === 'number') return value.toFixed(6).padStart(24, '0')
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function requireSortable<Row>(call: GraphCall, shape: EntityShape<Row>, name: string): void {
  const known = propertyNamed(shape, name)
  if (known === undefined) {
    throw badRequest(`Could not find a property named '${name}' on type '${shape.typeName}'.`)
  }
  const rules: QueryRules | undefined = RULES_BY_TYPE[shape.typeName]
  if (!rules) return
  const support = rules.orderBy[known]
  if (support === 'default' || (support === 'advanced' && isAdvanced(call))) return
  throw unsupportedQuery(`Sorting not supported for property '${known}' of '${rules.resource}'.`)
}
