import { expect, test } from 'vitest'

import { createJumpingTime } from '../testing/time.ts'
import { GraphFailure } from './failures.ts'
import { backoffMs, isRetryableStatus, retryAfterMs, retrying } from './retry.ts'
import type { RetryPolicy } from './retry.ts'

const NOW = new Date('2026-11-20T08:30:00Z')

test.each([
  ['7', 7_000],
  [' 0 ', null],
  ['1.5', 1_500],
  ['86400', 86_400_000],
  ['Fri, 20 Nov 2026 08:30:42 GMT', 42_999],
  ['Friday, 20-Nov-26 08:30:42 GMT', 42_999],
  ['Fri, 20 Nov 2026 08:00:00 GMT', null],
  ['', null],
  ['-5', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['NaN', null],
  ['1e9', null],
  [null, null],
  [undefined, null],
])('Retry-After %j means %j ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected)
})

test('back-off doubles, is jittered down to half, and never exceeds 30 seconds', () => {
  expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, () => 0))).toEqual([
    250, 500, 1_000, 2_000,
  ])
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, () => 0.999_999))).toEqual([
    500, 1_000, 2_000,
  ])
  expect(backoffMs(50, () => 0.999_999)).toBe(30_000)
})

test.each([
  [408, true],
  [424, true],
  [429, true],
  [500, true],
  [502, true],
  [503, true],
  [504, true],
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [501, false],
])('status %i is retryable: %s', (status, expected) => {
  expect(isRetryableStatus(status)).toBe(expected)
})

function policyIn(time: ReturnType<typeof createJumpingTime>, changes: Partial<RetryPolicy> = {}) {
  const deadlineAt = new Date(time.clock.now().getTime() + 60_000)
  return { ...time, random: () => 0.5, deadlineAt, maxAttempts: 4, ...changes }
}

function failureNumber(number: number): GraphFailure {
  return new GraphFailure('UNAVAILABLE', { at: NOW, path: '/users', status: 500 + number })
}

test('the attempt after a wait succeeds, and Retry-After is waited for exactly', async () => {
  const time = createJumpingTime()
  const answer = await retrying(policyIn(time), async (attempt) =>
    attempt < 3 ? { failure: failureNumber(attempt), afterMs: 3_000 } : { done: attempt },
  )
  expect(answer).toBe(3)
  expect(time.slept).toEqual([3_000, 3_000])
})

test('the last failure is thrown when attempts are used up', async () => {
  const time = createJumpingTime()
  const work = retrying(policyIn(time), async (attempt) => ({
    failure: failureNumber(attempt),
    afterMs: null,
  }))
  await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 504 })
  expect(time.slept).toEqual([375, 750, 1_500])
})

test('a wait that would end after the deadline is not begun', async () => {
  const time = createJumpingTime()
  const work = retrying(policyIn(time), async () => ({
    failure: failureNumber(3),
    afterMs: 86_400_000,
  }))
  await expect(work).rejects.toMatchObject({ status: 503 })
  expect(time.slept).toEqual([])
})

test('an aborted caller gets its own reason, and nothing more is attempted', async () => {
  const time = createJumpingTime()
  const abort = new AbortController()
  let attempts = 0
  const work = retrying(policyIn(time, { signal: abort.signal }), async () => {
    attempts += 1
    abort.abort(new Error('tab closed'))
    return { failure: failureNumber(3), afterMs: 1_000 }
  })
  await expect(work).rejects.toThrow('tab closed')
  expect(attempts).toBe(1)
})
