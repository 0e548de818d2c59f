import { ok, type GraphAnswer, type GraphCall } from '../engine/call.ts'
import { contextOf } from '../query/projection.ts'
import { heldSize, refuseExpiredPage } from '../query/query-page.ts'
import { changesOf, removalOf, type ObjectChange } from './delta-changes.ts'
import { requireSameQuery, trackedNames } from './delta-query.ts'
import { returnedRows, type DeltaSource, type RowSource } from './delta-rows.ts'
import {
  deltaToken,
  openToken,
  pageToken,
  resync,
  syncStateLost,
  type Round,
} from './delta-token.ts'

const PAGE_OBJECTS = 200

/**
 * One page of a round of changes (page "Use delta query to track changes"): a first round with
 * all objects, or a round with the changes since its token was given.
 */
export function answerDelta<Row extends { readonly id: string }>(
  call: GraphCall,
  source: DeltaSource<Row>,
): GraphAnswer {
  const round = roundOf(call, source)
  const rowSource: RowSource<Row> = {
    call,
    source,
    round,
    names: round.names ?? source.shape.defaults,
    isMinimal: round.from !== null && call.isHitBy('sparse-delta'),
  }
  const page = pageOf(rowSource)
  const context = contextOf(call, source.set, round.names ?? undefined)
  return ok({ '@odata.context': context, ...linkOf(call, round, page.next), value: page.rows })
}

function roundOf<Row extends { readonly id: string }>(
  call: GraphCall,
  source: DeltaSource<Row>,
): Round {
  const { shape, untracked = [], relation } = source
  const asked = trackedNames(call, { shape, untracked, relationName: relation?.name })
  const skipToken = call.query.get('$skiptoken')
  if (skipToken !== null) {
    const round = openToken(call, skipToken, 'page')
    refuseExpiredPage(call)
    requireSameQuery(call, asked, round.names)
    return round
  }
  const token = call.query.get('$deltatoken') ?? ''
  const isChanges = token !== '' && token.toLowerCase() !== 'latest'
  const round = isChanges ? nextRound(call, token, asked) : firstRound(call, asked)
  beginRelation(call, source, round)
  return round
}

/** The relation as it is now is what the next round is compared with. */
function beginRelation<Row extends { readonly id: string }>(
  call: GraphCall,
  { relation }: DeltaSource<Row>,
  { names, from, to }: Round,
): void {
  if (!relation || names?.includes(relation.name) !== true) return
  if (from !== null && !relation.isKnown(from)) throw resync(call, 'syncStateNotFound')
  relation.remember(to)
}

function firstRound({ tenant }: GraphCall, names: Round['names']): Round {
  return {
    names,
    from: null,
    to: tenant.journal.length,
    cursor: '',
    isRepeating: false,
    pages: 0,
  }
}

function nextRound(call: GraphCall, token: string, asked: Round['names']): Round {
  const { names, from } = openToken(call, token, 'delta')
  if (call.isHitBy('expired-delta')) throw resync(call, 'resyncRequired')
  if (call.isHitBy('lost-delta')) throw syncStateLost()
  requireSameQuery(call, asked, names)
  const isRepeating = call.isHitBy('repeated-changes')
  return { names, from, to: call.tenant.journal.length, cursor: 0, isRepeating, pages: 0 }
}

interface DeltaPage {
  readonly rows: readonly Record<string, unknown>[]
  /** Where the next page begins; undefined after the last page. */
  readonly next: Round['cursor'] | undefined
}

function pageOf<Row extends { readonly id: string }>(rowSource: RowSource<Row>): DeltaPage {
  const { call, round } = rowSource
  if (call.query.get('$deltatoken')?.toLowerCase() === 'latest') {
    return { rows: [], next: undefined }
  }
  return round.from === null ? wholePage(rowSource) : changedPage(rowSource)
}

/** Returns a page of all rows, by id, so that rows added or removed between two pages hide no other row. */
function wholePage<Row extends { readonly id: string }>(rowSource: RowSource<Row>): DeltaPage {
  const { call, source, round } = rowSource
  const sorted = sortedById(source.rows, call.tenant.journal.length)
  const start = sorted.findIndex(({ id }) => id > String(round.cursor))
  const left = start < 0 ? [] : sorted.slice(start)
  const held = left.slice(0, heldSize(call, PAGE_OBJECTS))
  const change = { isWhole: true, changed: new Set<string>() }
  const hasMore = held.length < left.length || call.isEmptyPage
  return {
    rows: held.flatMap((row) => returnedRows(rowSource, row, change)),
    next: hasMore ? (held.at(-1)?.id ?? round.cursor) : undefined,
  }
}

function changedPage<Row extends { readonly id: string }>(rowSource: RowSource<Row>): DeltaPage {
  const { call, source, round, names } = rowSource
  const changes = changesOf(call.tenant, source.set, { round, names })
  const start = Number(round.cursor)
  const end = start + heldSize(call, PAGE_OBJECTS)
  return {
    rows: changes.slice(start, end).flatMap((change) => changedRows(rowSource, change)),
    next: end < changes.length || call.isEmptyPage ? end : undefined,
  }
}

function changedRows<Row extends { readonly id: string }>(
  rowSource: RowSource<Row>,
  change: ObjectChange,
): Record<string, unknown>[] {
  const { call, source } = rowSource
  const row = change.removed === null ? source.find(change.id) : undefined
  if (row) return returnedRows(rowSource, row, change)
  // Gone since the round began: what the next round will say is said already.
  const reason = change.removed ?? removalOf(call.tenant, source.set, change.id)
  return [{ id: change.id, '@removed': { reason } }]
}

function linkOf(call: GraphCall, round: Round, next: Round['cursor'] | undefined) {
  const address = `https://${call.cloud.graphHost}/v1.0${call.path}`
  if (next === undefined) {
    return { '@odata.deltaLink': `${address}?$deltatoken=${deltaToken(call, round)}` }
  }
  const token = pageToken(call, { ...round, cursor: next, pages: round.pages + 1 })
  return { '@odata.nextLink': `${address}?$skiptoken=${token}` }
}

interface Sorted {
  readonly journalLength: number
  /** Positions of the rows in the collection, sorted by id. */
  readonly positions: readonly number[]
}

const sortedRows = new WeakMap<object, Sorted>()

/** Sorted once for all pages of a round, and again when the directory has changed. */
function sortedById<Row extends { readonly id: string }>(
  rows: readonly Row[],
  journalLength: number,
): readonly Row[] {
  const known = sortedRows.get(rows)
  if (known?.positions.length === rows.length && known.journalLength === journalLength) {
    return known.positions.map((position) => rows[position]).filter((row) => row !== undefined)
  }
  const sorted = [...rows.entries()].toSorted(([, one], [, other]) => (one.id < other.id ? -1 : 1))
  sortedRows.set(rows, { journalLength, positions: sorted.map(([position]) => position) })
  return sorted.map(([, row]) => row)
}
