import { expect, test } from 'vitest'

import { isFresh } from './fresh-sign-in.ts'

const now = new Date('2026-11-24T09:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each([
  [10, undefined, true],
  [10.1, undefined, false],
  [5, 5, true],
  [6, 5, false],
])('a sign-in %d minutes ago within %s minutes: %s', (minutes, within, expected) => {
  expect(isFresh(ago(minutes), now, within)).toBe(expected)
})

test('a sign-in at an unknown time is not fresh', () => {
  expect(isFresh(null, now)).toBe(false)
})
