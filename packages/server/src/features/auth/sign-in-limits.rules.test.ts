import { expect, test } from 'vitest'

import { codeLockMinutes, delaySeconds, retryAfterSeconds } from './sign-in-limits.rules.ts'

test('an account answers late after two failures, doubling up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].map(delaySeconds)).toEqual([
    0, 0, 1, 2, 4, 8, 16, 30, 30, 30,
  ])
})

test('Retry-After counts to when the oldest failure leaves the window', () => {
  const failure = new Date('2026-11-20T12:00:00Z')
  expect(retryAfterSeconds(failure, new Date('2026-11-20T12:05:00Z'))).toBe(600)
  expect(retryAfterSeconds(failure, new Date('2026-11-20T12:15:00Z'))).toBe(1)
})

test('codes lock after five wrong ones in a row, for 15 minutes, doubling up to a day', () => {
  expect([0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1_000_000].map(codeLockMinutes)).toEqual([
    0, 0, 15, 30, 60, 120, 240, 480, 960, 1_440, 1_440,
  ])
})
