import type { GraphCall } from '../engine/call.ts'
import { badRequest, unsupportedQuery } from '../engine/refusals.ts'
import { knownNames, namesIn, type EntityShape } from '../query/projection.ts'

interface Trackable<Row> {
  readonly shape: EntityShape<Row>
  /** Properties of the shape whose changes are not reported. */
  readonly untracked?: readonly string[]
  /** May be selected besides the properties of the shape: members. */
  readonly relationName: string | undefined
}

/** Reads $select of a delta query. Throws Graph's 400 for a property that it cannot track. */
export function trackedNames<Row>(
  { query }: GraphCall,
  { shape, untracked = [], relationName }: Trackable<Row>,
): readonly string[] | null {
  const select = query.get('$select')
  if (select === null) return null
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

/** The token carries the query: a client may repeat it, but not change it. */
export function requireSameQuery(
  { query }: GraphCall,
  asked: readonly string[] | null,
  given: readonly string[] | null,
): void {
  const isSame = JSON.stringify(asked?.toSorted()) === JSON.stringify(given?.toSorted())
  if (query.has('$select') && !isSame) {
    throw badRequest('The query differs from the one that the token was given for.')
  }
}
