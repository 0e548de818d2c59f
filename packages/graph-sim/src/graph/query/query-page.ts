import { createHash } from 'node:crypto'

import type { GraphCall } from '../engine/call.ts'
import { GraphRefusal, badRequest, unsupportedQuery } from '../engine/refusals.ts'

const TOKEN_HEAD = 'RFNwdAIAAQ'

export interface PageSizes {
  readonly pageDefault: number
  readonly pageMax: number
}

/** The position that a page token holds. */
interface Place {
  /** The number of rows on earlier pages. */
  readonly offset: number
  /** The last of them, by the heads of their ids. */
  readonly last: readonly string[]
  /** How many empty pages came just before: no two links in a row are the same. */
  readonly emptyPages: number
}

/** Where a page of a collection begins, and how many rows it may hold. */
export interface Page {
  readonly place: Place
  readonly size: number
}

/** The last rows of a page that its token names, because some of them may be gone by then. */
export const REMEMBERED_ROWS = 20
const ID_HEAD_LENGTH = 8

/** Reads $skiptoken and $top; faults make a page short, empty or too old. */
export function pageOf(call: GraphCall, sizes: PageSizes): Page {
  const token = call.query.get('$skiptoken')
  const asked = pageSize(call, sizes)
  const place = token === null ? { offset: 0, last: [], emptyPages: 0 } : readToken(call, token)
  return { place, size: heldSize(call, asked) }
}

/**
 * Returns the first row of a page. Microsoft's tokens name an object, so removing earlier rows skips no
 * other row.
 */
export function startOf<Row>(
  { offset, last }: Place,
  rows: readonly Row[],
  idOf: (row: Row) => unknown,
): number {
  const before = rows.slice(0, offset)
  const isWhere = (head: string) => (row: Row) => headOf(idOf(row)) === head
  for (const head of last.toReversed()) {
    const index = before.findLastIndex(isWhere(head))
    if (index >= 0) return index + 1
  }
  return offset
}

/** Returns the start of the page after one that ended with these ids. */
export function placeAfter({ place }: Page, end: number, toldIds: readonly unknown[]): Place {
  if (toldIds.length === 0) return { ...place, offset: end, emptyPages: place.emptyPages + 1 }
  return { offset: end, last: toldIds.map(headOf), emptyPages: 0 }
}

const headOf = (id: unknown) => String(id).slice(0, ID_HEAD_LENGTH)

/** Rows that a page really holds: never more than asked, and always an end to the pages. */
export function heldSize(call: GraphCall, asked: number): number {
  if (call.isEmptyPage) return 0
  if (call.isShortPage) return Math.max(1, Math.floor(asked / 3))
  return asked
}

/** Whether another page follows; an empty one is followed always. */
export function hasNext({ isEmptyPage }: GraphCall, end: number, count: number): boolean {
  return end < count || isEmptyPage
}

/** The link carries every query option as it was sent, so that a client may follow it as it is. */
export function nextLink(call: GraphCall, place: Place): string {
  const kept = call.search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !/^(\$|%24)skiptoken=/i.test(pair))
  const pairs = [...kept, `$skiptoken=${tokenOf(call, place)}`]
  return `https://${call.cloud.graphHost}/v1.0${call.path}?${pairs.join('&')}`
}

/** A page is refused when a fault says that its token has become too old. */
export function refuseExpiredPage(call: GraphCall): void {
  if (!call.isHitBy('expired-page')) return
  throw new GraphRefusal(400, 'Directory_ExpiredPageToken', {
    message:
      'The specified page token value has expired and can no longer be included in your request.',
  })
}

function pageSize(call: GraphCall, sizes: PageSizes): number {
  const { query } = call
  const { pageDefault, pageMax: documentedMax } = sizes
  const top = query.get('$top')
  if (top === null) return Math.min(pageDefault, documentedMax)
  if (!/^\d+$/.test(top)) {
    throw badRequest(
      `Invalid value '${top}' for $top query option found. The $top query option requires a non-negative integer value.`,
    )
  }
  const size = Number(top)
  const pageMax = maxOf(call, documentedMax, size)
  if (size < 1 || size > pageMax) {
    throw unsupportedQuery(
      `Invalid page size specified: '${top}'. Must be between 1 and ${pageMax} inclusive.`,
    )
  }
  return size
}

/** The size that Microsoft once lowered pages to without notice. */
const LOWERED_PAGE_MAX = 120

/** A link that was given before goes on with its size. */
function maxOf(call: GraphCall, documented: number, asked: number): number {
  const isLowered =
    asked > LOWERED_PAGE_MAX && !call.query.has('$skiptoken') && call.isHitBy('smaller-pages')
  return isLowered ? LOWERED_PAGE_MAX : documented
}

function readToken(call: GraphCall, token: string): Place {
  const text = Buffer.from(token.slice(TOKEN_HEAD.length), 'base64url').toString('utf8')
  const [offset = '', emptyPages = '', heads = ''] = text.split(' ')
  const place = {
    offset: Number(offset),
    last: heads === '' ? [] : heads.split('/'),
    emptyPages: Number(emptyPages),
  }
  if (tokenOf(call, place) !== token) throw badRequest('Skip token is null or invalid.')
  refuseExpiredPage(call)
  return place
}

/** Sealed with the directory, the path and the complete query: it opens no other page. */
function tokenOf(call: GraphCall, { offset, last, emptyPages }: Place): string {
  const text = `${offset} ${emptyPages} ${last.join('/')}`
  const seal = createHash('sha256')
    .update([call.pageSecret, call.tenant.id, call.path, boundOptions(call), text].join('\n'))
    .digest('base64url')
  return `${TOKEN_HEAD}${Buffer.from(`${text} ${seal.slice(0, 24)}`).toString('base64url')}`
}

/** By name and value, however a client may have encoded or ordered them. */
function boundOptions({ query }: GraphCall): string {
  const pairs = [...query].filter(([name]) => name !== '$skiptoken')
  return JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
