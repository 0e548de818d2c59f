import { ApiError } from './api-error.ts'

const CODE_FIELD = 'body.code'

/** The password was right, and the account has a second factor. */
export function wantsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'SECOND_FACTOR_REQUIRED'
}

/** What the server says against the code, where it says so. */
function codeProblemIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.body?.fields?.find(({ field }) => field === CODE_FIELD)?.message
}

/** Not the code is wrong, but what was given before it. */
export function isPasswordRefused(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.body?.code === 'WRONG_CREDENTIALS'
  return isRefused && codeProblemIn(error) === undefined
}
