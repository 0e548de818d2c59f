import { cutText, READ_LIMITS, readDate } from '@tenantscope/graph-client/read-limits'
import { z } from 'zod'

// Fields of objects that Graph returned and someone stored. Checks distinguish what is absent (it was
// not selected) from what is null or empty, so these schemas keep an absent property absent.

/** Text to show or to compare; an empty one is null. */
export const text = z
  .string()
  .transform((value) => (value === '' ? null : cutText(value, READ_LIMITS.description)))
  .nullish()

export const flag = z.boolean().nullish()
export const number = z.number().nullish()

/** ISO 8601, or null. */
export const date = z
  .string()
  .transform((value, context) => {
    const read = value === '' ? null : readDate(value)
    if (read !== undefined) return read
    context.issues.push({ code: 'custom', input: undefined })
    return z.NEVER
  })
  .nullish()

/** An id in lower case, so that ids compare. */
export const key = z
  .string()
  .min(1)
  .max(READ_LIMITS.id)
  .transform((value) => value.toLowerCase())
export const keyOrNull = z
  .string()
  .max(READ_LIMITS.id)
  .transform((value) => (value === '' ? null : value.toLowerCase()))
  .nullish()

/** An object, null, or absent. */
export const maybe = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish()

/** A list without its null entries; null is an empty one. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.nullable())
    .nullable()
    .transform((values) => (values ?? []).filter((value) => value !== null))

/** A list, or absent. */
export const listOrAbsent = <Item extends z.ZodType>(item: Item) => list(item).optional()

export const texts = listOrAbsent(z.string())

/** An object of the directory by its id alone: `{ id }`, or the id. */
export const reference = z.union([key, z.object({ id: key }).transform(({ id }) => id)])

/** An object by key, as a map with keys in lower case. */
export const mapOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string(), value)
    .nullable()
    .transform(
      (values) =>
        new Map(Object.entries(values ?? {}).map(([name, each]) => [name.toLowerCase(), each])),
    )
