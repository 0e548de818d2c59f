import { ApiError } from './api-error.ts'
import { bodyProblemsOf } from './body-problems.ts'

/** Returns whether the password was correct and the account requires a second factor. */
export function wantsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'SECOND_FACTOR_REQUIRED'
}

/** Returns whether the password was refused rather than the code. */
export function isPasswordRefused(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.body?.code === 'WRONG_CREDENTIALS'
  return isRefused && bodyProblemsOf(error)['code'] === undefined
}
