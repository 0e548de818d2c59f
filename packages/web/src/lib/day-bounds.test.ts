import { expect, test } from 'vitest'

import { endOfDay, startOfDay } from './day-bounds.ts'

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-20', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
  // 23 and 25 hours long, each on its own side of UTC.
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-31', '2026-12-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
])('in %s the day %s is from %s to %s', (timeZone, day, from, to) => {
  expect(startOfDay(timeZone, day).toISOString()).toBe(from)
  expect(endOfDay(timeZone, day).toISOString()).toBe(to)
})
