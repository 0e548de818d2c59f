import { expect, test } from 'vitest'

import { isCrash, pauseBeforeRestart } from './restarts.rules.ts'

const MINUTE_MS = 60_000

test.each([
  ['a segmentation fault', { code: null, signal: 'SIGSEGV' }, true],
  ['an end for lack of memory', { code: null, signal: 'SIGKILL' }, true],
  ['an engine that failed', { code: 70, signal: null }, true],
  ['an access violation on Windows', { code: 0xc000_0005, signal: null }, true],
  ['an orderly stop', { code: 0, signal: null }, false],
  ['a start that was refused', { code: 1, signal: null }, false],
] as const)('%s: restart is %s', (_what, end, isExpected) => {
  expect(isCrash(end)).toBe(isExpected)
})

test('pauses double, and the sixth crash within ten minutes is the last', () => {
  const crashes: number[] = []
  const pauses = Array.from({ length: 6 }, (_, index) => {
    crashes.push(index * MINUTE_MS)
    return pauseBeforeRestart(crashes)
  })
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, null])
})

test('crashes of more than ten minutes ago do not count', () => {
  const hourly = Array.from({ length: 20 }, (_, index) => index * 60 * MINUTE_MS)
  expect(pauseBeforeRestart(hourly)).toBe(500)
  expect(pauseBeforeRestart([0, 1, 2, 3, 4, 10 * MINUTE_MS])).toBe(8_000)
})
