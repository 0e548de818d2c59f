import { expect, test } from 'vitest'

import { endOfMonth, monthAfter, monthIn, startOfMonth } from './billing-month.ts'

test.each([
  ['2026-11', 'UTC', '2026-12-01T00:00:00.000Z'],
  ['2026-12', 'Europe/Berlin', '2026-12-31T23:00:00.000Z'],
  // Summer time is in force at the end of one month and not of the other.
  ['2026-03', 'Europe/Berlin', '2026-03-31T22:00:00.000Z'],
  ['2026-10', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
  ['2026-10', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
  ['2026-02', 'Asia/Kathmandu', '2026-02-28T18:15:00.000Z'],
  ['2028-02', 'Pacific/Kiritimati', '2028-02-29T10:00:00.000Z'],
  ['2026-06', 'Pacific/Pago_Pago', '2026-07-01T11:00:00.000Z'],
  // The first hour of October was skipped: clocks went from 24:00 to 01:00.
  ['2023-09', 'America/Asuncion', '2023-10-01T04:00:00.000Z'],
  // The last hour of October came twice: clocks went from 00:01 on November 1 back to 23:01.
  ['2009-10', 'America/St_Johns', '2009-11-01T03:30:00.000Z'],
])('%s ends in %s at %s', (month, timeZone, end) => {
  expect(endOfMonth(month, timeZone).toISOString()).toBe(end)
})

test('a month of every time zone ends once, with its last millisecond, and the next begins there', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone'))
    for (const month of ['2025-10', '2026-02']) {
      const end = endOfMonth(month, timeZone)
      const last = new Date(end.getTime() - 1)
      expect([timeZone, monthIn(timeZone, last)]).toEqual([timeZone, month])
      expect([timeZone, monthIn(timeZone, end)]).toEqual([timeZone, monthAfter(month)])
      expect(startOfMonth(monthAfter(month), timeZone)).toEqual(end)
    }
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-05', 20, '2028-01'],
])('%s and %i months is %s', (month, months, later) => {
  expect(monthAfter(month, months)).toBe(later)
})
