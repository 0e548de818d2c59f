import { expect, test } from 'vitest'

import { firstMonth, monthsAfter, movedTo } from './billing-calendar.rules.ts'

const BERLIN = 'Europe/Berlin'
const at = (text: string) => new Date(text)
const november = {
  month: '2026-11',
  timeZone: BERLIN,
  startsAt: at('2026-10-31T23:00:00Z'),
  endsAt: at('2026-11-30T23:00:00Z'),
}

test('the first month is the current one of the time zone, from its start', () => {
  const first = { lastFrozen: undefined, timeZone: BERLIN }
  expect(firstMonth(at('2026-11-20T12:00:00Z'), first)).toEqual(november)
  expect(firstMonth(at('2026-10-31T23:30:00Z'), first)).toEqual(november)
})

test('a frozen month is not opened again where it is still the current one', () => {
  const [now, timeZone] = [at('2026-12-01T05:00:00Z'), 'America/Los_Angeles']
  expect(firstMonth(now, { timeZone, lastFrozen: november })).toEqual({
    month: '2026-12',
    timeZone,
    startsAt: november.endsAt,
    endsAt: at('2027-01-01T08:00:00Z'),
  })
})

test('months in which a tenant was away are left out, and the next overlaps none', () => {
  const later = firstMonth(at('2027-03-05T00:00:00Z'), { timeZone: BERLIN, lastFrozen: november })
  expect(later).toMatchObject({ month: '2027-03', startsAt: at('2027-02-28T23:00:00Z') })
  const east = firstMonth(at('2026-12-02T00:00:00Z'), {
    timeZone: 'Asia/Tokyo',
    lastFrozen: november,
  })
  expect(east).toMatchObject({ month: '2026-12', startsAt: november.endsAt })
})

test('months after an open one have neither gap nor overlap, also over a change of the clocks', () => {
  const months = monthsAfter(november, { now: at('2027-04-10T00:00:00Z'), timeZone: BERLIN })
  expect(months.map(({ month }) => month)).toEqual([
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
  ])
  let end = november.endsAt
  for (const month of months) {
    expect(month.startsAt).toEqual(end)
    end = month.endsAt
  }
  expect(months.map(({ endsAt }) => endsAt.toISOString().slice(5, 16)).slice(2)).toEqual([
    '02-28T23:00',
    '03-31T22:00',
    '04-30T22:00',
  ])
  expect(monthsAfter(november, { now: at('2026-11-30T22:59:59Z'), timeZone: BERLIN })).toEqual([])
})

test('another time zone moves the end, unless the month would have ended', () => {
  const now = at('2026-11-30T16:00:00Z')
  expect(movedTo('America/Los_Angeles', { open: november, now })).toEqual({
    ...november,
    timeZone: 'America/Los_Angeles',
    endsAt: at('2026-12-01T08:00:00Z'),
  })
  // In Tokyo it is December, and readings of that time already count for November.
  expect(movedTo('Asia/Tokyo', { open: november, now })).toBeNull()
  const over = at('2026-11-30T23:05:00Z')
  expect(movedTo('America/Los_Angeles', { open: november, now: over })).toBeNull()
})
