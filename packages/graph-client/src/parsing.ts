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
  throw malformed(answer, [...field, ...(result.error.issues[0]?.path ?? [])])
}

/** An answer of the wrong shape. */
export function malformed(answer: GraphAnswer, field: readonly PropertyKey[]): GraphFailure {
  const { json: _, ...facts } = answer
  return new GraphFailure('MALFORMED_ANSWER', { ...facts, detail: fieldName(field) })
}

function fieldName(field: readonly PropertyKey[]): string {
  const name = field
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return name === '' ? 'the whole body' : name.replace(/^\./u, '')
}
