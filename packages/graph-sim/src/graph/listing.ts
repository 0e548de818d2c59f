import { createHash } from 'node:crypto'

import { headerOf } from '../http.ts'
import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { contextOf, project, selectedNames, type EntityShape } from './projection.ts'
import { badRequest, unsupportedQuery } from './refusals.ts'

export interface Listing<Row> {
  /** As in $metadata#users */
  readonly set: string
  readonly shape: EntityShape<Row>
  readonly rows: readonly Row[]
  readonly pageDefault: number
  readonly pageMax: number
  /** A larger $top gives pages of this many rows instead of a refusal. */
  readonly pageCap?: number
}

/** One page of a collection: $select, $top, $count, $skip where the path allows it, and a nextLink. */
export function answerList<Row>(call: GraphCall, listing: Listing<Row>): GraphAnswer {
  const { shape, rows } = listing
  const names = selectedNames(shape, call)
  const skipToken = call.query.get('$skiptoken')
  const start = skipToken === null ? readSkip(call) : readSkipToken(call, skipToken)
  const size = call.isEmptyPage ? 0 : pageSize(call, listing)
  const end = start + size
  return ok({
    '@odata.context': contextOf(call, listing.set, names),
    ...(wantsCount(call) && skipToken === null ? { '@odata.count': rows.length } : {}),
    ...(end < rows.length || call.isEmptyPage ? { '@odata.nextLink': nextLink(call, end) } : {}),
    value: rows.slice(start, end).map((row) => project(shape, names, [row, call])),
  })
}

/** Advanced queries need the header; Microsoft refuses them without. */
export function requireEventual({ headers }: GraphCall): void {
  if (headerOf(headers, 'consistencylevel')?.toLowerCase() === 'eventual') return
  throw unsupportedQuery(
    'Request with $count or $search query parameter only works through MSGraph with a special request header: ConsistencyLevel: eventual',
  )
}

function wantsCount(call: GraphCall): boolean {
  if (call.query.get('$count')?.toLowerCase() !== 'true') return false
  requireEventual(call)
  return true
}

function pageSize<Row>({ query }: GraphCall, listing: Listing<Row>): number {
  const { pageDefault, pageMax, pageCap = pageMax } = listing
  const top = query.get('$top')
  if (top === null) return Math.min(pageDefault, pageCap)
  if (!/^\d+$/.test(top)) {
    throw badRequest(
      `Invalid value '${top}' for $top query option found. The $top query option requires a non-negative integer value.`,
    )
  }
  const size = Number(top)
  if (size < 1 || size > pageMax) {
    throw unsupportedQuery(
      `Invalid page size specified: '${top}'. Must be between 1 and ${pageMax} inclusive.`,
    )
  }
  return Math.min(size, pageCap)
}

function readSkip({ query }: GraphCall): number {
  const skip = query.get('$skip')
  if (skip === null) return 0
  if (!/^\d+$/.test(skip)) throw badRequest(`Invalid value '${skip}' for $skip query option found.`)
  return Number(skip)
}

/** The link carries every query option as it was sent, so that a client may follow it as it is. */
function nextLink(call: GraphCall, offset: number): string {
  const kept = call.search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !/^(\$|%24)skip(token)?=/i.test(pair))
  const pairs = [...kept, `$skiptoken=${skipTokenOf(call, offset)}`]
  return `https://${call.cloud.graphHost}/v1.0${call.path}?${pairs.join('&')}`
}

function skipTokenOf(call: GraphCall, offset: number): string {
  const seal = createHash('sha256')
    .update([call.pageSecret, call.tenant.id, call.path, offset].join('\n'))
    .digest('base64url')
  return `RFNwdAIAAQ${Buffer.from(`${offset}.${seal.slice(0, 24)}`).toString('base64url')}`
}

function readSkipToken(call: GraphCall, token: string): number {
  const text = Buffer.from(token.slice('RFNwdAIAAQ'.length), 'base64url').toString('utf8')
  const offset = Number.parseInt(text, 10)
  if (!Number.isInteger(offset) || skipTokenOf(call, offset) !== token) {
    throw badRequest('Skip token is null or invalid.')
  }
  return offset
}
