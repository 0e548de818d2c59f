import { z } from 'zod'

// Rows that come by the ten thousand. What is nothing, and what is refused, is as in fields.ts; but
// these are plain functions: parsing 10,000 people takes 20 ms, where schemas of schemas took 150.

/** Reads one value as it came; throws a FieldError for a value of the wrong type. */
export type Field<T> = (value: unknown) => T

/** A row of named fields, and the names to select. */
export type Row<T> = Field<T> & { names: readonly string[] }

class FieldError extends Error {
  override readonly name = 'FieldError'
  readonly path: PropertyKey[] = []
}

/** Text, or null when there is none. */
export const text: Field<string | null> = (value) => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  throw new FieldError()
}

// How a date that was never set comes out of some of Microsoft's services.
const NEVER = '0001-01-01T00:00:00Z'

/** A date as Microsoft wrote it, ISO 8601, or null. */
export const date: Field<string | null> = (value) => (value === NEVER ? null : text(value))

export const flag: Field<boolean | null> = (value) => {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value
  throw new FieldError()
}

/** The id of the thing itself, without which a row is of no use. */
export const id: Field<string> = (value) => {
  if (typeof value === 'string' && value !== '') return value
  throw new FieldError()
}

/** GUIDs are the same in any case; rows carry them in lower case so that they compare. */
export const guid: Field<string> = (value) => id(value).toLowerCase()

/** The id of another thing, or null where there is none. */
export const guidOrNull: Field<string | null> = (value) => text(value)?.toLowerCase() ?? null

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
  const names = Object.keys(fields)
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

/** A row for those who read by schema. */
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
