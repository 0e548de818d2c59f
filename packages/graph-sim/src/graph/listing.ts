import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { needsAdvancedCount } from './filter-rules.ts'
import { contextOf, selectedNames, type EntityShape } from './projection.ts'
import { hasNext, nextLink, pageOf, type PageSizes } from './query-page.ts'
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
 * for: what changes between two pages may be met twice or not at all.
 */
export function answerList<Row>(call: GraphCall, listing: Listing<Row>): GraphAnswer {
  const { shape } = listing
  const names = selectedNames(shape, call)
  const isCounted = wantsCount(call, shape)
  const rows = queryRows(call, shape, listing.rows)
  const { start, size, isFirst } = pageOf(call, listing)
  const end = start + size
  return ok({
    '@odata.context': contextOf(call, listing.set, names),
    ...(isCounted && isFirst ? { '@odata.count': rows.length } : {}),
    ...(hasNext(call, end, rows.length) ? { '@odata.nextLink': nextLink(call, end) } : {}),
    value: projectRows(shape, names, [rows.slice(start, end), call]),
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
