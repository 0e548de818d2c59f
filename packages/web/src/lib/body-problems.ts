import { ApiError } from './api-error.ts'

/** What the server refused of a body, by field: 'settings.host' for `body.settings.host`; {} for any other failure. */
export function bodyProblemsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  return problemsByField(
    (error.body?.fields ?? []).map(({ field, message }) => ({
      field: field.replace(/^body\.?/, ''),
      message,
    })),
  )
}

/** The first problem of each field is the one to solve first. */
export function problemsByField(
  found: readonly { field: string; message: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(found.toReversed().map(({ field, message }) => [field, message]))
}
