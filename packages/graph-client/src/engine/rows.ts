import { z } from 'zod'

import { cutText, READ_LIMITS, readDate } from './read-limits.ts'

// Rows that come by the ten thousand. What is nothing, and what is refused, is as in fields.ts; but
// these are plain functions: parsing 10,000 people takes 20 ms, where schemas of schemas took 150.

/** Reads one value as it came; throws a FieldError for a value of the wrong type. */
export type Field<T> = (value: unknown) => T

/** A row of named fields, and the names to select: annotations such as `@odata.type` come by themselves. */
export type Row<T> = Field<T> & { names: readonly string[] }

/** What a row's fields yield. */
export type RowOf<R> = R extends Row<infer T> ? T : never

class FieldError extends Error {
  override readonly name = 'FieldError'
  readonly path: PropertyKey[] = []
}

const anyText: Field<string | null> = (value) => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  throw new FieldError()
}

const cutAt =
  (length: number): Field<string | null> =>
  (value) => {
    const sent = anyText(value)
    return sent === null ? null : cutText(sent, length)
  }

const uncutUpTo =
  (length: number): Field<string | null> =>
  (value) => {
    const sent = anyText(value)
    if (sent === null || sent.length <= length) return sent
    throw new FieldError()
  }

/** Text to show, such as a name, cut where it is too long; null when there is none. */
export const text: Field<string | null> = cutAt(READ_LIMITS.title)

/** A description or a rule: as `text`, with a higher limit. */
export const description: Field<string | null> = cutAt(READ_LIMITS.description)

/** A sign-in name or mail address, or null; never cut. */
export const address: Field<string | null> = uncutUpTo(READ_LIMITS.address)

/** A date as Microsoft wrote it, ISO 8601, or null. */
export const date: Field<string | null> = (value) => {
  const sent = anyText(value)
  const read = sent === null ? null : readDate(sent)
  if (read !== undefined) return read
  throw new FieldError()
}

export const flag: Field<boolean | null> = (value) => {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value
  throw new FieldError()
}

/** The id of the thing itself, without which a row is of no use. */
export const id: Field<string> = (value) => keyOf(value, READ_LIMITS.id)

/** GUIDs are the same in any case; rows carry them in lower case so that they compare. */
export const guid: Field<string> = (value) => keyOf(value, READ_LIMITS.guid).toLowerCase()

/** The id of another thing, or null where there is none. */
export const guidOrNull: Field<string | null> = (value) =>
  uncutUpTo(READ_LIMITS.guid)(value)?.toLowerCase() ?? null

function keyOf(value: unknown, length: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= length) return value
  throw new FieldError()
}

/** A list, empty when nothing was sent; holes in it are left out. */
export function list<T>(item: Field<T>): Field<T[]> {
  return (value) => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) throw new FieldError()
    const items: T[] = []
    for (let index = 0; index < value.length; index += 1) {
      if (value[index] !== null) items.push(at(index, item, value[index]))
    }
    return items
  }
}

/** One property of an object, or null where the object is not there. */
export function within<T>(name: string, field: Field<T>): Field<T | null> {
  return (value) =>
    value === undefined || value === null ? null : at(name, field, recordOf(value)[name])
}

/** An object with these properties; others that were sent are left out. */
export function row<T extends object>(fields: { [K in keyof T]: Field<T[K]> }): Row<T> {
  const names = Object.keys(fields).filter((name) => !name.startsWith('@'))
  const entries: [string, Field<unknown>][] = Object.entries(fields)
  const read = (value: unknown) => {
    const sent = recordOf(value)
    const read: Record<string, unknown> = {}
    for (const [name, field] of entries) read[name] = at(name, field, sent[name])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of T has just been read by its own reader
    return read as T
  }
  return Object.assign(read, { names })
}

function at<T>(key: PropertyKey, field: Field<T>, value: unknown): T {
  try {
    return field(value)
  } catch (error) {
    if (error instanceof FieldError) error.path.unshift(key)
    throw error
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value
  throw new FieldError()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the schema of a row. */
export function schemaOf<T>(field: Field<T>) {
  return z.transform((value: unknown, context): T => {
    try {
      return field(value)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      context.issues.push({ code: 'custom', path: error.path, input: undefined })
      return z.NEVER
    }
  })
}
