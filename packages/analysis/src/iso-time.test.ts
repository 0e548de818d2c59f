import { expect, test } from 'vitest'

import { isoDayIn, isoTimeIn } from './iso-time.ts'

test.each([
  ['UTC', '2026-11-20T09:05:03.400Z', '2026-11-20T09:05:03+00:00'],
  ['America/Los_Angeles', '2026-11-20T02:00:00.000Z', '2026-11-19T18:00:00-08:00'],
  ['America/Los_Angeles', '2026-07-20T02:00:00.000Z', '2026-07-19T19:00:00-07:00'],
  ['Asia/Kolkata', '2024-02-28T18:30:00.000Z', '2024-02-29T00:00:00+05:30'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T00:00:00+14:00'],
])('in %s the instant %s is written as %s and stays the same instant', (zone, at, written) => {
  expect(isoTimeIn(zone, at)).toBe(written)
  expect(isoDayIn(zone, at)).toBe(written.slice(0, 10))
  expect(Math.floor(Date.parse(written) / 1_000)).toBe(Math.floor(Date.parse(at) / 1_000))
})
