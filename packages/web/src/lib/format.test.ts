import { expect, test } from 'vitest'

import { createFormat, timeZones } from './format.ts'

const at = '2026-11-20T17:05:03.000Z'

test.each([
  ['America/Los_Angeles', 'Nov 20, 2026 at 9:05:03 AM PST'],
  ['UTC', 'Nov 20, 2026 at 5:05:03 PM UTC'],
  ['Asia/Tokyo', 'Nov 21, 2026 at 2:05:03 AM GMT+9'],
])('a time reads in the zone %s and names it', (zone, text) => {
  expect(createFormat(zone).dateTime(at)).toBe(text)
})

test('summer time changes the name of the zone with the clock', () => {
  expect(createFormat('America/New_York').dateTime('2026-07-01T12:00:00Z')).toBe(
    'Jul 01, 2026 at 8:00:00 AM EDT',
  )
})

test('a date is the day of the reader, not of Greenwich', () => {
  expect(createFormat('Asia/Tokyo').date(at)).toBe('Nov 21, 2026')
  expect(createFormat('UTC').date(at)).toBe('Nov 20, 2026')
  // Two digits, as in times.
  expect(createFormat('UTC').date('2011-08-06T12:00:00Z')).toBe('Aug 06, 2011')
})

test('numbers have separators and percentages no decimals', () => {
  const format = createFormat('UTC')
  expect([format.number(1_234_567), format.percent(84), format.percent(104)]).toEqual([
    '1,234,567',
    '84%',
    '104%',
  ])
})

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [2 * 3_600_000, '2 hours ago'],
  [24 * 3_600_000, 'yesterday'],
  [45 * 86_400_000, 'last month'],
  [800 * 86_400_000, '2 years ago'],
])('%d ms later a time is shown as %s', (laterMs, text) => {
  const now = new Date(Date.parse(at) + laterMs)
  expect(createFormat('UTC').relative(at, now)).toBe(text)
})

test('a time that is no time reads as a dash instead of breaking the screen', () => {
  const format = createFormat('UTC')
  expect([
    format.date('soon'),
    format.dateTime('soon'),
    format.relative('soon', new Date()),
  ]).toEqual(['—', '—', '—'])
})

test.each([
  [undefined, 8, 'Asia/Tokyo'],
  [5, 5, 'UTC'],
])('the requested number of specified time zones comes first, %s', (most, count, last) => {
  const { first, others } = timeZones(most)
  expect([first[0], first.length, first.at(-1)]).toEqual(['America/Los_Angeles', count, last])
  expect(others.filter((zone) => first.includes(zone))).toEqual([])
  for (const zone of ['Europe/London', 'Europe/Paris', 'Asia/Tokyo', 'Europe/Berlin'])
    expect([...first, ...others].filter((each) => each === zone)).toEqual([zone])
})

test('an amount of money names its currency and always has cents', () => {
  const { money } = createFormat('UTC')
  expect([
    money(0, 'USD'),
    money(1_234.5, 'USD'),
    money(0.005, 'USD'),
    money(2_000_000, 'USD'),
  ]).toEqual(['USD 0.00', 'USD 1,234.50', 'USD 0.01', 'USD 2,000,000.00'])
  // Without a currency the decimals of a column align.
  expect([money(1_628), money(22)]).toEqual(['1,628.00', '22.00'])
})
