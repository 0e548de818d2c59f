import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { describe, expect, test } from 'vitest'

import { distinctNames, mailStateOf, nextRunAfter, stateOf } from './report-schedules.rules.ts'
import type { Timing } from './report-schedules.rules.ts'

const weekly = (weekday: number, time: string, timeZone: string): Timing => ({
  recurrence: { frequency: 'weekly', weekday },
  time,
  timeZone,
})
const monthly = (dayOfMonth: number, time: string, timeZone: string): Timing => ({
  recurrence: { frequency: 'monthly', dayOfMonth },
  time,
  timeZone,
})

describe('a schedule is due', () => {
  test.each([
    [
      'at its time of its weekday',
      weekly(1, '06:00', 'UTC'),
      '2026-11-20T10:00:00Z',
      '2026-11-23T06:00:00Z',
    ],
    [
      'later the same day',
      weekly(5, '18:00', 'UTC'),
      '2026-11-20T10:00:00Z',
      '2026-11-20T18:00:00Z',
    ],
    [
      'a week later, once its time has come',
      weekly(5, '10:00', 'UTC'),
      '2026-11-20T10:00:00Z',
      '2026-11-27T10:00:00Z',
    ],
    [
      'by the day of its own zone',
      weekly(1, '01:00', 'Asia/Tokyo'),
      '2026-11-20T10:00:00Z',
      '2026-11-22T16:00:00Z',
    ],
    [
      'on its day of the month',
      monthly(21, '00:00', 'UTC'),
      '2026-11-20T10:00:00Z',
      '2026-11-21T00:00:00Z',
    ],
    [
      'on the last day of a shorter month',
      monthly(31, '09:30', 'UTC'),
      '2027-02-01T00:00:00Z',
      '2027-02-28T09:30:00Z',
    ],
    [
      'on the 29th of a leap year’s February',
      monthly(31, '09:30', 'UTC'),
      '2028-02-01T00:00:00Z',
      '2028-02-29T09:30:00Z',
    ],
    [
      'on the 30th where it has one',
      monthly(30, '09:30', 'UTC'),
      '2027-02-28T09:30:00Z',
      '2027-03-30T09:30:00Z',
    ],
    [
      'over the end of the year',
      monthly(1, '08:00', 'America/New_York'),
      '2026-12-15T00:00:00Z',
      '2027-01-01T13:00:00Z',
    ],
    [
      'at the same time of the clock in summer and winter',
      weekly(7, '06:00', 'Europe/Berlin'),
      '2026-10-18T04:00:00Z',
      '2026-10-25T05:00:00Z',
    ],
    [
      'when clocks go on over its time, at the time that follows',
      weekly(7, '02:30', 'Europe/Berlin'),
      '2026-03-28T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'when clocks go on over midnight, at the first time of the day',
      weekly(5, '00:15', 'Africa/Cairo'),
      '2026-04-23T00:00:00Z',
      '2026-04-23T22:00:00Z',
    ],
    [
      'when its time comes twice, the first time',
      weekly(7, '02:30', 'Europe/Berlin'),
      '2026-10-24T00:00:00Z',
      '2026-10-25T00:30:00Z',
    ],
    [
      'and not once more the second time',
      weekly(7, '02:30', 'Europe/Berlin'),
      '2026-10-25T00:30:00Z',
      '2026-11-01T01:30:00Z',
    ],
    [
      'where clocks move by half an hour',
      weekly(7, '02:15', 'Australia/Lord_Howe'),
      '2026-10-03T00:00:00Z',
      '2026-10-03T15:30:00Z',
    ],
    [
      'when the zone leaves out the day, with the next one',
      weekly(5, '06:00', 'Pacific/Apia'),
      '2011-12-29T00:00:00Z',
      '2011-12-30T10:00:00Z',
    ],
  ] as const)('%s', (_, timing, after, expected) => {
    expect(nextRunAfter(timing, new Date(after)).toISOString()).toBe(
      new Date(expected).toISOString(),
    )
  })
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The same found by looking at the zone's clock minute by minute. */
function watched({ recurrence, time, timeZone }: Timing, after: Date): Date {
  const clock = (at: number) => isoTimeIn(timeZone, new Date(at)).slice(0, 16)
  let best = Number.POSITIVE_INFINITY
  const first = Math.floor(after.getTime() / DAY_MS) * DAY_MS - 3 * DAY_MS
  for (
    let day = first;
    day < first + 70 * DAY_MS && best === Number.POSITIVE_INFINITY;
    day += DAY_MS
  ) {
    const date = new Date(day)
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    const isDue =
      recurrence.frequency === 'weekly'
        ? ((date.getUTCDay() + 6) % 7) + 1 === recurrence.weekday
        : date.getUTCDate() === Math.min(recurrence.dayOfMonth, last)
    if (!isDue) continue
    const wanted = `${date.toISOString().slice(0, 10)}T${time}`
    // Hours first, minutes within the hour before: the clock of a zone is slow to ask.
    let at = day - 16 * 60 * MINUTE_MS
    while (clock(at + 180 * MINUTE_MS) < wanted) at += 60 * MINUTE_MS
    while (clock(at) < wanted) at += MINUTE_MS
    if (at > after.getTime()) best = at
  }
  return new Date(best)
}

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Scoresbysund',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'Atlantic/Azores',
] as const

test('is found by the local clock of the zone, around every clock change', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let count = 0; count < 400; count += 1) {
    const timeZone = ZONES[random(ZONES.length)] ?? 'UTC'
    // The hours in which clocks are put, and any other.
    const hour = random(2) === 0 ? random(4) : random(24)
    const time = `${String(hour).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`
    const after = new Date(
      Date.UTC(2010 + random(25), random(12), 1 + random(28), random(24), random(60)),
    )
    const timing =
      random(2) === 0
        ? weekly(1 + random(7), time, timeZone)
        : monthly(1 + random(31), time, timeZone)
    const due = nextRunAfter(timing, after)
    expect([timing, after, due]).toEqual([timing, after, watched(timing, after)])
    expect(due > after).toBe(true)
  }
})

test('a run is as good as its tenants', () => {
  expect(stateOf({ made: 2, failed: 0 })).toBe('succeeded')
  expect(stateOf({ made: 2, failed: 1 })).toBe('partial')
  expect(stateOf({ made: 0, failed: 1 })).toBe('failed')
  expect(stateOf({ made: 0, failed: 0 })).toBe('failed')
})

test('mails taken together say how many failed and why, each reason once', () => {
  const sent = { state: 'sent', message: null } as const
  const failed = { state: 'failed', message: 'It broke.' } as const
  const skipped = { state: 'skipped', message: null } as const
  expect(mailStateOf([sent, skipped])).toEqual({ state: 'sent', message: null })
  expect(mailStateOf([skipped])).toEqual({ state: 'no-recipients', message: null })
  expect(mailStateOf([failed])).toEqual({ state: 'failed', message: 'It broke.' })
  expect(mailStateOf([failed, failed, sent])).toEqual({
    state: 'failed',
    message: '2 of 3 mails were not sent. It broke.',
  })
})

test('files of one name keep apart', () => {
  expect(distinctNames(['a.pdf', 'A.pdf', 'b.pdf', 'a.pdf'])).toEqual([
    'a.pdf',
    'A (2).pdf',
    'b.pdf',
    'a (3).pdf',
  ])
})
