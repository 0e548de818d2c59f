import { headerOf } from '../../http.ts'
import { ok, type GraphAnswer, type GraphCall } from '../engine/call.ts'
import { unsupportedQuery } from '../engine/refusals.ts'
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
import { queryRows } from './query.ts'

interface Listing<Row> extends PageSizes {
  /** As in $metadata#users */
  readonly set: string
  readonly shape: EntityShape<Row>
  readonly rows: readonly Row[]
}

/**
 * Answers one page of a collection: $select, $filter, $orderby, $expand and $top as far as the path
 * lists them, and a nextLink. A page is cut from the collection as it is at the request: a row that
 * moves between two pages may be read twice or not at all.
 */
export function answerList<Row>(call: GraphCall, listing: Listing<Row>): GraphAnswer {
  const { shape } = listing
  const names = selectedNames(shape, call)
  const rows = queryRows(call, shape, listing.rows)
  const page = pageOf(call, listing)
  const idOf = (row: Row) => shape.properties['id']?.(row, call)
  const start = startOf(page.place, rows, idOf)
  const end = start + page.size
  const shown = rows.slice(start, end)
  // An order that the client chose may change with any row: there, rows are counted.
  const ids = call.query.has('$orderby') ? [] : shown.slice(-REMEMBERED_ROWS).map(idOf)
  const next = () => nextLink(call, placeAfter(page, end, ids))
  return ok({
    '@odata.context': contextOf(call, listing.set, names),
    ...(hasNext(call, end, rows.length) ? { '@odata.nextLink': next() } : {}),
    value: projectRows(shape, names, [shown, call]),
  })
}

/** Counts the objects that match $filter, as text. Microsoft requires the header ConsistencyLevel. */
export function answerCount<Row>(
  call: GraphCall,
  { shape, rows }: Pick<Listing<Row>, 'shape' | 'rows'>,
): GraphAnswer {
  if (headerOf(call.headers, 'consistencylevel')?.toLowerCase() !== 'eventual') {
    throw unsupportedQuery(
      'Request with $count or $search query parameter only works through MSGraph with a special request header: ConsistencyLevel: eventual',
    )
  }
  const count = queryRows(call, shape, rows).length
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(count) }
}
