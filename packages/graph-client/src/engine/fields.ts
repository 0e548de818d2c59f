import { z } from 'zod'

import { cutText, isCount, isExact, READ_LIMITS, readDate } from './read-limits.ts'

// Graph leaves properties out, sends null for them, or sends an empty text, and means the same:
// nothing is there. Rows say null. A value of the wrong type is not tolerated.

const textOf = (schema: z.ZodString) => schema.nullish().transform((value) => value || null)

/** Text to show, such as a name, cut where it is too long; null when there is none. */
export const text = z
  .string()
  .nullish()
  .transform((value) => (value ? cutText(value, READ_LIMITS.title) : null))

/** A description or a rule: as `text`, with a higher limit. */
export const description = z
  .string()
  .nullish()
  .transform((value) => (value ? cutText(value, READ_LIMITS.description) : null))

/** A sign-in name or mail address, or null; never cut. */
export const address = textOf(z.string().max(READ_LIMITS.address))

/** A list of words in one text, or null; never cut. */
export const words = textOf(z.string().max(READ_LIMITS.words))

/** The name of a domain; never cut. */
export const domain = z.string().min(1).max(READ_LIMITS.domain)
export const domainOrNull = textOf(z.string().max(READ_LIMITS.domain))

/** A date as Microsoft wrote it, ISO 8601, or null. */
export const date = z
  .string()
  .nullish()
  .transform((value, context) => {
    const read = value ? readDate(value) : null
    if (read !== undefined) return read
    context.issues.push({ code: 'custom', input: undefined })
    return z.NEVER
  })

export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)

/** A count; absent means 0. */
export const count = z
  .number()
  .refine(isCount)
  .nullish()
  .transform((value) => value ?? 0)

/** The object's own id, which every row requires. */
export const id = z.string().min(1).max(READ_LIMITS.id)

/** GUIDs are the same in any case; rows carry them in lower case so that they compare. */
export const guid = z
  .string()
  .min(1)
  .max(READ_LIMITS.guid)
  .transform((value) => value.toLowerCase())

/** The id of another object, or null. */
export const guidOrNull = textOf(z.string().max(READ_LIMITS.guid)).transform(
  (value) => value?.toLowerCase() ?? null,
)

/** A number, or null when unknown; absent is not 0. */
export const number = z
  .number()
  .refine(isExact)
  .nullish()
  .transform((value) => value ?? null)

/** An object or null. */
export function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? null)
}

/** A list, empty when absent; null entries are removed. */
export function list<S extends z.ZodType>(item: S) {
  return z
    .array(item.nullable())
    .nullish()
    .transform((values) => (values ?? []).filter((value) => value !== null))
}

/** A list of words, or of ids and other keys; none is cut. */
export const texts = list(z.string().max(READ_LIMITS.id))

/** A list of addresses. */
export const addresses = list(z.string().max(READ_LIMITS.address))

/** Text of an error, where anything else is as good as nothing: a refusal must always be readable. */
export const tolerantText = z.string().optional().catch(undefined)
