import { z } from 'zod'

// Graph leaves properties out, sends null for them, or sends an empty text, and means the same:
// nothing is there. Rows say null. A value of the wrong type is not tolerated.

/** Text, or null when there is none. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value || null)

// How a date that was never set comes out of some of Microsoft's services.
const NEVER = '0001-01-01T00:00:00Z'

/** A date as Microsoft wrote it, ISO 8601, or null. */
export const date = text.transform((value) => (value === NEVER ? null : value))

export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)

/** A count, where nothing said means none. */
export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** The id of the thing itself, without which a row is of no use. */
export const id = z.string().min(1)

/** GUIDs are the same in any case; rows carry them in lower case so that they compare. */
export const guid = id.transform((value) => value.toLowerCase())

/** The id of another thing, or null where there is none. */
export const guidOrNull = text.transform((value) => value?.toLowerCase() ?? null)

/** A number that may be unknown, where none is not nought. */
export const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

/** An object or null. */
export function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? null)
}

/** A list, empty when nothing was sent; holes in it are left out. */
export function list<S extends z.ZodType>(item: S) {
  return z
    .array(item.nullable())
    .nullish()
    .transform((values) => (values ?? []).filter((value) => value !== null))
}

/** A list of words, ids or addresses. */
export const texts = list(z.string())

/** Text of an error, where anything else is as good as nothing: a refusal must always be readable. */
export const tolerantText = z.string().optional().catch(undefined)
