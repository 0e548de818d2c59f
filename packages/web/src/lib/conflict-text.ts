import { ApiError, userMessageOf } from './api-error.ts'
import type { Format } from './format.ts'

/** Who wrote meanwhile, and when by the reader's clock; of any other refusal the server's words. */
export function conflictText(error: unknown, { dateTime }: Pick<Format, 'dateTime'>): string {
  const changed = error instanceof ApiError ? error.body?.changed : undefined
  if (typeof changed?.at !== 'string') return userMessageOf(error)
  return `Changed by ${changed.by ?? 'somebody else'} on ${dateTime(changed.at)}.`
}
