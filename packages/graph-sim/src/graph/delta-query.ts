import type { GraphCall } from './call.ts'
import type { Tracked } from './delta-token.ts'
import { parseFilter, type Filter } from './filter-syntax.ts'
import { knownNames, namesIn, type EntityShape } from './projection.ts'
import { badRequest, unsupportedQuery } from './refusals.ts'

const FILTERED_MAX = 50

interface Trackable<Row> {
  readonly shape: EntityShape<Row>
  /** Properties of the shape whose changes nobody is told. */
  readonly untracked?: readonly string[]
  /** May be selected besides the properties of the shape: members. */
  readonly relationName: string | undefined
}

/** Reads $select and $filter of a delta query; throws Graph's 400 for what it cannot track. */
export function readTracked<Row>({ query }: GraphCall, trackable: Trackable<Row>): Tracked {
  const select = query.get('$select')
  const filter = query.get('$filter')
  return {
    names: select === null ? null : trackedNames(select, trackable),
    ids: filter === null ? null : filteredIds(filter),
  }
}

/** The token carries the query: repeated it may be, but not changed. */
export function requireSameQuery({ query }: GraphCall, asked: Tracked, given: Tracked): void {
  if (
    (query.has('$select') && !isSame(asked.names, given.names)) ||
    (query.has('$filter') && !isSame(asked.ids, given.ids))
  ) {
    throw badRequest('The query differs from the one that the token was given for.')
  }
}

function trackedNames<Row>(
  select: string,
  { shape, untracked = [], relationName }: Trackable<Row>,
): readonly string[] {
  const isRelation = (name: string) => name.toLowerCase() === relationName?.toLowerCase()
  const asked = namesIn(select)
  const names = knownNames(
    shape,
    asked.filter((name) => !isRelation(name)),
  )
  const refused = names.find((name) => untracked.includes(name))
  if (refused !== undefined) {
    throw unsupportedQuery(`Change tracking is not supported for property '${refused}'.`)
  }
  return relationName !== undefined && asked.some(isRelation) ? [...names, relationName] : names
}

/** id eq '…' or id eq '…', and nothing else. */
function filteredIds(text: string): string[] {
  const filter = parseFilter(text)
  const parts = filter.kind === 'or' ? filter.parts : [filter]
  if (parts.length > FILTERED_MAX) {
    throw badRequest(`At most ${FILTERED_MAX} objects can be filtered in a delta query.`)
  }
  return parts.map(filteredId)
}

function filteredId(part: Filter): string {
  const isId = part.kind === 'compare' && part.operator === 'eq' && part.path.join('/') === 'id'
  if (!isId || part.literal.type !== 'text') {
    throw unsupportedQuery('Delta queries can be filtered by id only.')
  }
  return part.literal.value.toLowerCase()
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
}
