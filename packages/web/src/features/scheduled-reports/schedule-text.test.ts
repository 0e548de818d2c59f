import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { makeRun } from '../../testing/report-schedules.ts'
import { madeText, mailText, ordinalOf, recurrenceText } from './schedule-text.ts'

test.each([
  [{ frequency: 'weekly', weekday: 1 }, 'Every Monday at 06:00 (America/New York)'],
  [{ frequency: 'weekly', weekday: 7 }, 'Every Sunday at 06:00 (America/New York)'],
  [{ frequency: 'monthly', dayOfMonth: 1 }, 'On the 1st of each month at 06:00 (America/New York)'],
  [
    { frequency: 'monthly', dayOfMonth: 29 },
    'On the 29th of each month, or its last day, at 06:00 (America/New York)',
  ],
  [
    { frequency: 'monthly', dayOfMonth: 31 },
    'On the last day of each month at 06:00 (America/New York)',
  ],
] as const)('%o reads %s', (recurrence, text) => {
  expect(recurrenceText({ recurrence, time: '06:00', timeZone: 'America/New_York' })).toBe(text)
})

test('days of a month end as English asks', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30].map(ordinalOf)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '30th',
  ])
})

test('a run shows its reports, the tenants without one, and the state of the mail', () => {
  const tenantId = TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001')
  const failure = makeRun({ made: 1 })
  expect(madeText(failure)).toBe('1 report')
  expect(
    madeText({
      ...failure,
      failures: [{ tenantId, displayName: 'Contoso', message: 'No' }],
    }),
  ).toBe('1 report, 1 tenant without one')
  expect(mailText(failure)).toBeNull()
  const running = makeRun({ state: 'running', mail: { state: 'pending', message: null } })
  expect(madeText(running)).toBe('3 reports so far')
  expect(mailText(running)).toBeNull()
  expect(mailText(makeRun({ mail: { state: 'failed', message: 'The server refused.' } }))).toBe(
    'Mail: failed. The server refused.',
  )
  expect(mailText(makeRun({ mail: { state: 'not-configured', message: null } }))).toBe(
    'Mail: not sent, no mail server is configured.',
  )
})
