import type { z } from 'zod'

import { GraphFailure } from './failures.ts'
import type { GraphAnswer } from './judging.ts'

/** The answer by its schema; a failure names the field that was wrong and never its value. */
export function parsedAnswer<S extends z.ZodType>(schema: S, answer: GraphAnswer): z.output<S> {
  return parsedPart(schema, answer.json, { answer, field: [] })
}

type Place = { answer: GraphAnswer; field: readonly PropertyKey[] }

/** A part of the answer, at `field`, by its schema. */
export function parsedPart<S extends z.ZodType>(
  schema: S,
  part: unknown,
  { answer, field }: Place,
): z.output<S> {
  const result = schema.safeParse(part)
  if (result.success) return result.data
  throw malformedBy(result.error, { answer, field })
}

/** The failure of a part of the answer that its schema refused. */
export function malformedBy(error: z.ZodError, { answer, field }: Place): GraphFailure {
  return malformed(answer, [...field, ...(error.issues[0]?.path ?? [])])
}

/** An answer of the wrong shape. */
export function malformed(answer: GraphAnswer, field: readonly PropertyKey[]): GraphFailure {
  const { json: _, ...facts } = answer
  return new GraphFailure('MALFORMED_ANSWER', { ...facts, detail: fieldName(field) })
}

/** `value[3].prepaidUnits.enabled` */
export function fieldName(field: readonly PropertyKey[]): string {
  const name = field
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return name === '' ? 'the complete body' : name.replace(/^\./u, '')
}
