import { expect, test } from 'vitest'

import { reportedServicesOf, totalsOfUse, verdictOnUse } from './license-use.ts'
import type { UseFacts, UsePeriod } from './license-use.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const period: UsePeriod = {
  days: 30,
  now: NOW,
  signInsAsOf: new Date('2026-11-30T02:00:00Z'),
  reportDate: '2026-11-28',
}
const none = { exchange: null, files: null, teams: null, yammer: null }
const person = (changes: Partial<UseFacts> = {}): UseFacts => ({
  createdAt: new Date('2020-01-01'),
  signIn: { lastAt: new Date('2026-11-20') },
  lastUsedOn: { ...none, exchange: '2026-11-27' },
  services: ['exchange', 'teams'],
  ...changes,
})

test.each<[string, Partial<UseFacts>, Partial<UsePeriod>, string]>([
  ['signed in and used', {}, {}, 'active'],
  ['signed in, nothing used', { lastUsedOn: none }, {}, 'noUse'],
  [
    'used on the first day of the period',
    { lastUsedOn: { ...none, teams: '2026-10-29' } },
    {},
    'active',
  ],
  ['used the day before it', { lastUsedOn: { ...none, teams: '2026-10-28' } }, {}, 'noUse'],
  ['used a service of no plan', { lastUsedOn: { ...none, yammer: '2026-11-27' } }, {}, 'noUse'],
  ['no sign-in, but use', { signIn: { lastAt: null } }, {}, 'active'],
  [
    'no sign-in for long, no use',
    { signIn: { lastAt: new Date('2026-10-01') }, lastUsedOn: none },
    {},
    'noSignIn',
  ],
  ['never signed in', { signIn: { lastAt: null }, lastUsedOn: none }, {}, 'neverSignedIn'],
  [
    'never signed in, use not known',
    { signIn: { lastAt: null }, lastUsedOn: null },
    {},
    'neverSignedIn',
  ],
  ['signed in, use not known', { lastUsedOn: null }, {}, 'active'],
  ['signed in, no plan in the report', { lastUsedOn: none, services: [] }, {}, 'active'],
  [
    'new, never signed in',
    { createdAt: new Date('2026-11-10'), signIn: { lastAt: null }, lastUsedOn: none },
    {},
    'new',
  ],
  ['new, and used', { createdAt: new Date('2026-11-10') }, {}, 'active'],
  ['nothing known', { signIn: null, lastUsedOn: null }, {}, 'notKnown'],
  ['no sign-in dates, no use', { lastUsedOn: none }, { signInsAsOf: null }, 'noUse'],
  ['no data at all', { lastUsedOn: none }, { signInsAsOf: null, reportDate: null }, 'notKnown'],
  [
    'old sign-in dates end the period earlier',
    { signIn: { lastAt: new Date('2026-10-20') }, lastUsedOn: null },
    { signInsAsOf: new Date('2026-11-10') },
    'active',
  ],
])('%s', (_, facts, changed, verdict) => {
  expect(verdictOnUse(person(facts), { ...period, ...changed })).toBe(verdict)
})

test('plans that Microsoft reports are services; desktop applications and others are not', () => {
  const teams = '57ff2da0-773e-42df-b2af-ffb7a2317929'
  const desktopApps = '43de0ff5-c92c-492b-9116-175376d08c38'
  expect(reportedServicesOf([desktopApps, teams, 'unknown'])).toEqual(['teams'])
})

test('totals add cents, and leave marked accounts out', () => {
  const mark = { kind: 'room', reason: '', markedBy: 'Ada', markedAt: '', version: 1 } as const
  const row = { verdict: 'noUse', monthlyCost: 0.1, unpricedLicenses: 1, mark: null } as const
  const total = totalsOfUse([row, row, row, { ...row, mark }]).find(
    ({ verdict }) => verdict === 'noUse',
  )
  expect(total).toEqual({ verdict: 'noUse', people: 3, monthlyCost: 0.3, unpricedLicenses: 3 })
})
