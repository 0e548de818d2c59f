import { SECOND_FACTOR, SIGN_IN } from '@tenantscope/contract/limits'

const SECOND_MS = 1_000

/** Returns the start of the window in which failures of one address count. */
export const windowStart = (now: Date): Date =>
  new Date(now.getTime() - SIGN_IN.failureWindowMinutes * 60 * SECOND_MS)

/** Returns the seconds until the oldest counted failure leaves the window. */
export function retryAfterSeconds(oldestFailure: Date, now: Date): number {
  const leavesAt = oldestFailure.getTime() + SIGN_IN.failureWindowMinutes * 60 * SECOND_MS
  return Math.max(1, Math.ceil((leavesAt - now.getTime()) / SECOND_MS))
}

/** Two failures have no delay. Then replies are delayed by 1, 2, 4 … seconds, at most 30. */
const FREE_FAILURES = 2

export function delaySeconds(earlierFailures: number): number {
  if (earlierFailures < FREE_FAILURES) return 0
  return Math.min(SIGN_IN.slowestAnswerSeconds, 2 ** Math.min(earlierFailures - FREE_FAILURES, 10))
}

export interface CodeLock {
  readonly wrongInARow: number
  readonly minutes: number
}

/**
 * Returns how long codes are refused after wrong ones in a row. An attacker who knows the password
 * gets a dozen tries on the first day and one per day later.
 */
export function codeLockMinutes(wrongInARow: number): number {
  const { wrongCodesInARow, lockMinutes, longestLockHours } = SECOND_FACTOR
  if (wrongInARow < wrongCodesInARow) return 0
  const doublings = Math.min(wrongInARow - wrongCodesInARow, 10)
  return Math.min(longestLockHours * 60, lockMinutes * 2 ** doublings)
}

export const codesCountFrom = (wrong: { failures: number; lastFailedAt: Date }): Date =>
  new Date(wrong.lastFailedAt.getTime() + codeLockMinutes(wrong.failures) * 60 * SECOND_MS)
