import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { needsAdvancedCount } from './filter-rules.ts'
import { contextOf, selectedNames, type EntityShape } from './projection.ts'
import {
  hasNext,
  nextLink,
  pageOf,
  placeAfter,
  REMEMBERED_ROWS,
  startOf,
  type PageSizes,
} from './query-page.ts'
import { projectRows } from './query-rows.ts'
import { queryRows, requireEventual } from './query.ts'

export interface Listing<Row> extends PageSizes {
  /** As in $metadata#users */
  readonly set: string
  readonly shape: EntityShape<Row>
  readonly rows: readonly Row[]
}

/**
 * One page of a collection: $select, $filter, $search, $orderby, $expand, $top, $count, $skip as far
 * as the path lists them, and a nextLink. A page is cut from the collection as it is when it is asked
 * for: what changes its place between two pages may be met twice or not at all.
 */
export function answerList<Row>(call: GraphCall, listing: Listing<Row>): GraphAnswer {
  const { shape } = listing
  const names = selectedNames(shape, call)
  const isCounted = wantsCount(call, shape)
  const rows = queryRows(call, shape, listing.rows)
  const page = pageOf(call, listing)
  const idOf = (row: Row) => shape.properties['id']?.(row, call)
  const start = startOf(page.place, rows, idOf)
  const end = start + page.size
  const told = rows.slice(start, end)
  // An order that the client chose may change with any row: there, rows are counted.
  const ids = call.query.has('$orderby') ? [] : told.slice(-REMEMBERED_ROWS).map(idOf)
  const next = () => nextLink(call, placeAfter(page, end, ids))
  return ok({
    '@odata.context': contextOf(call, listing.set, names),
    ...(isCounted && page.isFirst ? { '@odata.count': rows.length } : {}),
    ...(hasNext(call, end, rows.length) ? { '@odata.nextLink': next() } : {}),
    value: projectRows(shape, names, [told, call]),
  })
}

/** How many objects $filter leaves, as text, and only for clients that accept a late count. */
export function answerCount<Row>(
  call: GraphCall,
  { shape, rows }: Pick<Listing<Row>, 'shape' | 'rows'>,
): GraphAnswer {
  requireEventual(call)
  const count = queryRows(call, shape, rows).length
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(count) }
}

function wantsCount<Row>(call: GraphCall, { typeName }: EntityShape<Row>): boolean {
  if (call.query.get('$count')?.toLowerCase() !== 'true') return false
  if (needsAdvancedCount(typeName)) requireEventual(call)
  return true
}
