import { headerOf } from '../http.ts'
import type { ChangedSet } from '../world/types.ts'
import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { changesOf, removalOf, type ObjectChange } from './delta-changes.ts'
import { readTracked, requireSameQuery } from './delta-query.ts'
import { toldRows, type Telling } from './delta-rows.ts'
import {
  deltaToken,
  openToken,
  pageToken,
  resync,
  syncStateLost,
  type Round,
  type Tracked,
} from './delta-token.ts'
import { contextOf, type EntityShape } from './projection.ts'
import { heldSize, refuseExpiredPage } from './query-page.ts'

const PAGE_OBJECTS = 200

/** A collection whose changes Graph tells. */
export interface DeltaSource<Row extends { readonly id: string }> {
  readonly set: ChangedSet
  readonly shape: EntityShape<Row>
  readonly rows: readonly Row[]
  readonly find: (id: string) => Row | undefined
  /** Properties of the shape whose changes nobody is told. */
  readonly untracked?: readonly string[]
  readonly relation?: Relation<Row>
}

/** A relation that is told by its changes: members@delta. */
export interface Relation<Row> {
  readonly name: string
  /** A round begins: the relation as it is now belongs to this position of the journal. */
  readonly remember: (position: number) => void
  readonly isKnown: (position: number) => boolean
  /** Several portions are several rows of the same object. */
  readonly portionsOf: (row: Row, span: Span) => readonly (readonly unknown[])[]
}

export interface Span {
  readonly from: number | null
  readonly to: number
  readonly isWhole: boolean
}

/**
 * One page of a round of changes (page "Use delta query to track changes"): a first round that tells
 * everything, or one that tells what changed since its token was given.
 */
export function answerDelta<Row extends { readonly id: string }>(
  call: GraphCall,
  source: DeltaSource<Row>,
): GraphAnswer {
  const round = roundOf(call, source)
  const telling: Telling<Row> = {
    call,
    source,
    round,
    names: round.tracked.names ?? source.shape.defaults,
    isMinimal: prefersMinimal(call) || (round.from !== null && call.isHitBy('sparse-delta')),
  }
  const page = pageOf(telling)
  const context = contextOf(call, source.set, round.tracked.names ?? undefined)
  return {
    ...ok({ '@odata.context': context, ...linkOf(call, round, page.next), value: page.rows }),
    headers: prefersMinimal(call) ? { 'preference-applied': 'return=minimal' } : {},
  }
}

function roundOf<Row extends { readonly id: string }>(
  call: GraphCall,
  source: DeltaSource<Row>,
): Round {
  const { shape, untracked = [], relation } = source
  const asked = readTracked(call, { shape, untracked, relationName: relation?.name })
  const skipToken = call.query.get('$skiptoken')
  if (skipToken !== null) {
    const round = openToken(call, skipToken, 'page')
    refuseExpiredPage(call)
    requireSameQuery(call, asked, round.tracked)
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
  { tracked, from, to }: Round,
): void {
  if (!relation || tracked.names?.includes(relation.name) !== true) return
  if (from !== null && !relation.isKnown(from)) throw resync(call, 'syncStateNotFound')
  relation.remember(to)
}

function firstRound({ tenant }: GraphCall, tracked: Tracked): Round {
  return {
    tracked,
    from: null,
    to: tenant.journal.length,
    cursor: '',
    isRepeating: false,
    pages: 0,
  }
}

function nextRound(call: GraphCall, token: string, asked: Tracked): Round {
  const { tracked, from } = openToken(call, token, 'delta')
  if (call.isHitBy('expired-delta')) throw resync(call, 'resyncRequired')
  if (call.isHitBy('lost-delta')) throw syncStateLost()
  requireSameQuery(call, asked, tracked)
  const isRepeating = call.isHitBy('repeated-changes')
  return { tracked, from, to: call.tenant.journal.length, cursor: 0, isRepeating, pages: 0 }
}

interface DeltaPage {
  readonly rows: readonly Record<string, unknown>[]
  /** Where the next page begins; undefined when the round is told. */
  readonly next: Round['cursor'] | undefined
}

function pageOf<Row extends { readonly id: string }>(telling: Telling<Row>): DeltaPage {
  const { call, round } = telling
  if (call.query.get('$deltatoken')?.toLowerCase() === 'latest') {
    return { rows: [], next: undefined }
  }
  return round.from === null ? wholePage(telling) : changedPage(telling)
}

/** Everything, by id: whoever comes or goes between two pages makes no other one missed. */
function wholePage<Row extends { readonly id: string }>(telling: Telling<Row>): DeltaPage {
  const { call, source, round } = telling
  const { ids } = round.tracked
  const sorted = sortedById(source.rows, call.tenant.journal.length)
  const start = sorted.findIndex(({ id }) => id > String(round.cursor))
  const left = (start < 0 ? [] : sorted.slice(start)).filter(
    ({ id }) => ids === null || ids.includes(id),
  )
  const held = left.slice(0, heldSize(call, PAGE_OBJECTS))
  const change = { isWhole: true, changed: new Set<string>() }
  const hasMore = held.length < left.length || call.isEmptyPage
  return {
    rows: held.flatMap((row) => toldRows(telling, row, change)),
    next: hasMore ? (held.at(-1)?.id ?? round.cursor) : undefined,
  }
}

function changedPage<Row extends { readonly id: string }>(telling: Telling<Row>): DeltaPage {
  const { call, source, round, names } = telling
  const changes = changesOf(call.tenant, source.set, { round, names })
  const start = Number(round.cursor)
  const end = start + heldSize(call, PAGE_OBJECTS)
  return {
    rows: changes.slice(start, end).flatMap((change) => changedRows(telling, change)),
    next: end < changes.length || call.isEmptyPage ? end : undefined,
  }
}

function changedRows<Row extends { readonly id: string }>(
  telling: Telling<Row>,
  change: ObjectChange,
): Record<string, unknown>[] {
  const { call, source } = telling
  const row = change.removed === null ? source.find(change.id) : undefined
  if (row) return toldRows(telling, row, change)
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

function prefersMinimal({ headers }: GraphCall): boolean {
  return /\breturn=minimal\b/i.test(headerOf(headers, 'prefer') ?? '')
}

interface Sorted {
  readonly journalLength: number
  /** Where in the collection the rows stand, by their ids. */
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
