import type { z } from 'zod'

import { ApiError } from './api-error.ts'

/** Messages by field name. */
export type Problems = Readonly<Record<string, string>>

/** The input read from a form's values, or the problems that prevent saving it. */
export type Read<Input> = { input: Input } | { problems: Problems }

/** Parses a body by the contract's schema; problems are keyed by the body's fields. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Read<z.output<Schema>> {
  const read = schema.safeParse(body)
  if (read.success) return { input: read.data }
  const issues = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  return { problems: problemsByField(issues) }
}

/** Returns the server's problems by field: 'settings.host' for `body.settings.host`; {} for other failures. */
export function bodyProblemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  return problemsByField(
    (error.body?.fields ?? []).map(({ field, message }) => ({
      field: field.replace(/^body\.?/, ''),
      message,
    })),
  )
}

/** Keeps the first problem of each field. */
function problemsByField(found: readonly { field: string; message: string }[]): Problems {
  return Object.fromEntries(found.toReversed().map(({ field, message }) => [field, message]))
}
