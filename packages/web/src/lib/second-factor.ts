import { ApiError } from './api-error.ts'

const CODE_FIELD = 'body.code'

/** Returns whether the password was correct and the account requires a second factor. */
export function wantsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'SECOND_FACTOR_REQUIRED'
}

/** Returns the server's problem with the code. */
function codeProblemIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.body?.fields?.find(({ field }) => field === CODE_FIELD)?.message
}

/** Returns whether the password was refused rather than the code. */
export function isPasswordRefused(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.body?.code === 'WRONG_CREDENTIALS'
  return isRefused && codeProblemIn(error) === undefined
}
