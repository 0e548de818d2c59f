import { expect, test } from 'vitest'

import { endDays, endOf } from './end-date.ts'

test('an accepted risk ends in three months by default, and after twelve months at most', () => {
  expect(endDays(new Date('2026-11-30T12:00:00Z'), 'UTC')).toEqual({
    first: '2026-12-01',
    usual: '2027-02-28',
    last: '2027-11-29',
  })
})

test('the day is that of the reader, and the end is its last second', () => {
  const now = new Date('2026-11-30T03:00:00Z')
  expect(endDays(now, 'America/Los_Angeles').first).toBe('2026-11-30')
  expect(endOf('2027-02-28', 'America/Los_Angeles')).toBe('2027-03-01T07:59:59.000Z')
})

test('no day is no time', () => {
  expect(endOf('', 'UTC')).toBe('')
})
