import { createHash } from 'node:crypto'

import type { GraphCall } from './call.ts'
import { GraphRefusal, badRequest, unsupportedQuery } from './refusals.ts'

const TOKEN_HEAD = 'RFNwdAIAAQ'

export interface PageSizes {
  readonly pageDefault: number
  readonly pageMax: number
  /** A larger $top gives pages of this many rows instead of a refusal. */
  readonly pageCap?: number
}

/** Where a page of a collection begins, and how many rows it may hold. */
export interface Page {
  readonly start: number
  readonly size: number
  readonly isFirst: boolean
}

/** Reads $skiptoken, $skip and $top; faults make a page short, empty or too old. */
export function pageOf(call: GraphCall, sizes: PageSizes): Page {
  const token = call.query.get('$skiptoken')
  const asked = pageSize(call, sizes)
  const start = token === null ? readSkip(call) : readToken(call, token)
  return { start, size: heldSize(call, asked), isFirst: token === null }
}

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
export function nextLink(call: GraphCall, offset: number): string {
  const kept = call.search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !/^(\$|%24)skip(token)?=/i.test(pair))
  const pairs = [...kept, `$skiptoken=${tokenOf(call, offset)}`]
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

function pageSize({ query }: GraphCall, sizes: PageSizes): number {
  const { pageDefault, pageMax, pageCap = pageMax } = sizes
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

function readToken(call: GraphCall, token: string): number {
  const text = Buffer.from(token.slice(TOKEN_HEAD.length), 'base64url').toString('utf8')
  const offset = Number.parseInt(text, 10)
  if (!Number.isInteger(offset) || tokenOf(call, offset) !== token) {
    throw badRequest('Skip token is null or invalid.')
  }
  refuseExpiredPage(call)
  return offset
}

/** Sealed with the directory, the path and the whole query: it opens no other page. */
function tokenOf(call: GraphCall, offset: number): string {
  const seal = createHash('sha256')
    .update([call.pageSecret, call.tenant.id, call.path, boundOptions(call), offset].join('\n'))
    .digest('base64url')
  return `${TOKEN_HEAD}${Buffer.from(`${offset}.${seal.slice(0, 24)}`).toString('base64url')}`
}

/** By name and value, however a client may have encoded or ordered them. */
function boundOptions({ query }: GraphCall): string {
  const pairs = [...query].filter(([name]) => name !== '$skiptoken' && name !== '$skip')
  return JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
