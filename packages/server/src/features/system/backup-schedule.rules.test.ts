import { expect, test } from 'vitest'

import { nextBackupAfter } from './backup-schedule.rules.ts'

const berlin = 'Europe/Berlin'
const after = (given: string, time: string, timeZone = berlin) =>
  nextBackupAfter({ time, timeZone }, new Date(given)).toISOString()

test.each([
  [
    'before the time of the day: today',
    '2026-11-20T00:10:00Z',
    '02:30',
    '2026-11-20T01:30:00.000Z',
  ],
  ['at the very minute: tomorrow', '2026-11-20T01:30:10Z', '02:30', '2026-11-21T01:30:00.000Z'],
  ['after it: tomorrow', '2026-11-20T12:00:00Z', '02:30', '2026-11-21T01:30:00.000Z'],
  ['midnight', '2026-11-20T12:00:00Z', '00:00', '2026-11-20T23:00:00.000Z'],
  ['the last minute', '2026-11-20T22:58:30Z', '23:59', '2026-11-20T22:59:00.000Z'],
])('%s', (_, from, time, expected) => {
  expect(after(from, time)).toBe(expected)
})

test('a time that the clocks leave out comes with the next one that exists', () => {
  expect(after('2026-03-28T22:00:00Z', '02:30')).toBe('2026-03-29T01:00:00.000Z')
  expect(after('2026-03-29T01:00:00Z', '02:30')).toBe('2026-03-30T00:30:00.000Z')
})

test('a time that they show twice comes once', () => {
  expect(after('2026-10-24T22:30:00Z', '02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(after('2026-10-25T00:30:20Z', '02:30')).toBe('2026-10-26T01:30:00.000Z')
})

test('the zone decides', () => {
  expect(after('2026-11-20T10:00:00Z', '02:30', 'America/Los_Angeles')).toBe(
    '2026-11-20T10:30:00.000Z',
  )
  expect(after('2026-11-20T10:00:00Z', '02:30', 'Asia/Kathmandu')).toBe('2026-11-20T20:45:00.000Z')
})
