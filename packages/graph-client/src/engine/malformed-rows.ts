import type { z } from 'zod'

import type { GraphAnswer } from './judging.ts'
import { fieldName, malformedBy, parsedPart } from './parsing.ts'
import { READ_LIMITS } from './read-limits.ts'

/** A row, or a property of a single object, that cannot be read; it is left out, and the others are kept. */
export type MalformedRow = {
  /** The path without its query. */
  path: string
  /** Null where the id is what cannot be read. */
  id: string | null
  /** The property, never its value. */
  field: string
}

/** Receives every malformed row. Without a receiver, such a row is a failure of its collection. */
export type OnMalformedRow = (row: MalformedRow) => void

type Place = { answer: GraphAnswer; field: readonly PropertyKey[] }

/** The row by its schema; null for a malformed one that was received. */
export function readRow<S extends z.ZodType>(
  { schema, row }: { schema: S; row: unknown },
  place: Place,
  onMalformedRow: OnMalformedRow | null,
): z.output<S> | null {
  const result = schema.safeParse(row)
  if (result.success) return result.data
  if (onMalformedRow === null) throw malformedBy(result.error, place)
  const field = fieldName(result.error.issues[0]?.path ?? [])
  onMalformedRow({ path: place.answer.path, id: shownIdOf(row), field })
  return null
}

/** Rows by the schema of their list, without malformed ones that were received. */
export function readList<T>(
  { schema, rows }: { schema: z.ZodType<T>; rows: readonly unknown[] },
  answer: GraphAnswer,
  onMalformedRow: OnMalformedRow | null,
): T {
  const place = { answer, field: ['value'] }
  const result = schema.safeParse(rows)
  if (result.success) return result.data
  if (onMalformedRow === null) throw malformedBy(result.error, place)
  const fieldByIndex = new Map<PropertyKey | undefined, string>()
  for (const { path } of result.error.issues) fieldByIndex.set(path[0], fieldName(path.slice(1)))
  const readable = rows.filter((row, index) => {
    const field = fieldByIndex.get(index)
    if (field !== undefined) onMalformedRow({ path: answer.path, id: shownIdOf(row), field })
    return field === undefined
  })
  return parsedPart(schema, readable, place)
}

/** An answer by its schema; malformed properties of the object at `lenientAt` are received and left out. */
export function readLenient<T>(
  { schema, lenientAt }: { schema: z.ZodType<T>; lenientAt: readonly PropertyKey[] },
  answer: GraphAnswer,
  onMalformedRow: OnMalformedRow | null,
): T {
  const place = { answer, field: [] }
  const result = schema.safeParse(answer.json)
  if (result.success) return result.data
  if (onMalformedRow === null) throw malformedBy(result.error, place)
  const readable = structuredClone(answer.json)
  const object = lenientAt.reduce<unknown>(memberOf, readable)
  for (const { path } of result.error.issues) {
    const property = path[lenientAt.length]
    if (property === undefined || !isObject(object)) throw malformedBy(result.error, place)
    const isFirst = Reflect.has(object, property)
    Reflect.deleteProperty(object, property)
    const field = fieldName(path.slice(lenientAt.length))
    if (isFirst) onMalformedRow({ path: answer.path, id: shownIdOf(object), field })
  }
  return parsedPart(schema, readable, place)
}

/** Returns the id of a row as far as it can be shown. */
function shownIdOf(row: unknown): string | null {
  const id = memberOf(row, 'id')
  return typeof id === 'string' && id !== '' && id.length <= READ_LIMITS.id ? id : null
}

const memberOf = (owner: unknown, key: PropertyKey): unknown =>
  isObject(owner) ? Reflect.get(owner, key) : undefined

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
