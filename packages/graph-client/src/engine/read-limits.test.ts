import { expect, test } from 'vitest'

import { cutText, isCount, readDate } from './read-limits.ts'

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  ['a short text', 'abc', 3, 'abc'],
  ['letters', 'abcd', 3, 'abc'],
  ['a surrogate pair at the end', 'ab🚀', 3, 'ab'],
  ['a letter with marks', 'abe\u0301c', 3, 'ab'],
  ['an emoji of several code points', `ab${FAMILY}`, 7, 'ab'],
  ['line breaks of two characters', 'ab\r\n', 3, 'ab'],
  ['half a pair', 'ab\uD83D', 2, 'ab'],
])('%s is cut between characters', (_, text, length, cut) => {
  expect(cutText(text, length)).toBe(cut)
})

test('a character that is longer than the limit is cut between two code points', () => {
  const marks = `e${'\u{1E8D0}'.repeat(1_000)}`
  const cut = cutText(marks, 1_024)
  expect(cut).toBe(marks.slice(0, 1_023))
  expect(cut.isWellFormed()).toBe(true)
})

test.each([
  ['a surrogate pair', '🚀'],
  ['a family', FAMILY],
  ['flags', '🇩🇪'],
  ['letters with marks', 'e\u0301'],
  ['half pairs', '\uD83D'],
])('a million characters of %s are cut at once, never inside a pair', (_, unit) => {
  const text = unit.repeat(1_000_000 / unit.length)
  const before = process.cpuUsage()
  const cut = cutText(text, 1_024)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(200)
  expect(text.startsWith(cut)).toBe(true)
  expect(cut.length).toBeGreaterThan(1_024 - 64)
  expect(cut.length).toBeLessThanOrEqual(1_024)
  expect(cut.isWellFormed()).toBe(unit.isWellFormed())
})

test.each([
  ['0001-01-01T00:00:00Z', null],
  ['0001-01-01T00:00:00.0000000+00:00', null],
  ['0001-01-02T00:00:00Z', '0001-01-02T00:00:00Z'],
  ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.9999999Z'],
  ['+010000-01-01T00:00:00Z', undefined],
  ['0000-12-31T23:59:59Z', undefined],
  ['2026-02-40T00:00:00Z', undefined],
  ['tomorrow', undefined],
  [`2026-11-20T00:00:00.${'0'.repeat(200_000)}Z`, undefined],
])('a date of Microsoft that is written %j is read as %j', (sent, read) => {
  expect(readDate(sent)).toBe(read)
})

test.each([
  [0, true],
  [2_147_483_647, true],
  [-1, false],
  [1.5, false],
  [2_147_483_648, false],
  [1e300, false],
])('the count %d is valid: %s', (value, isValid) => {
  expect(isCount(value)).toBe(isValid)
})
