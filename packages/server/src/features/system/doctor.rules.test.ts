import { expect, test } from 'vitest'

import {
  clockFinding,
  credentialFinding,
  diskFinding,
  lastEndFinding,
  linesOf,
  ok,
  permissionsFinding,
  queueFinding,
  trouble,
} from './doctor.rules.ts'

const GB = 1024 ** 3
const quiet = { waiting: 0, active: 0, oldestWaitingSeconds: null, givenUp: 0 }

test.each([
  [10 * GB, 'ok'],
  [2 * GB, 'ok'],
  [1.9 * GB, 'warning'],
  [0.1 * GB, 'trouble'],
  [0, 'trouble'],
])('%d free bytes: %s', (free, state) => {
  expect(diskFinding(free).state).toBe(state)
})

test.each([
  [0, 'ok', '0 s ahead of Microsoft'],
  [-59_000, 'ok', '59 s behind Microsoft'],
  [61_000, 'warning', '61 s ahead of Microsoft'],
  [-301_000, 'trouble', '301 s behind Microsoft'],
])('a clock %d ms off: %s', (offset, state, text) => {
  expect(clockFinding(offset, 'Microsoft')).toMatchObject({ state, text })
})

test.each([
  ['nothing to do', quiet, 'ok'],
  [
    'much to do, and it is being done',
    { ...quiet, waiting: 900, active: 8, oldestWaitingSeconds: 4_000 },
    'ok',
  ],
  ['work that just came', { ...quiet, waiting: 3, oldestWaitingSeconds: 5 }, 'ok'],
  ['jobs that no process takes', { ...quiet, waiting: 3, oldestWaitingSeconds: 601 }, 'trouble'],
  ['work that was given up', { ...quiet, givenUp: 1 }, 'warning'],
])('%s', (_, counts, state) => {
  expect(queueFinding(counts).state).toBe(state)
})

const ALL = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']

test.each([
  [ALL, 'ok', /all required/],
  [ALL.slice(0, 3), 'warning', /Policy\.Read\.All/],
  [ALL.slice(1), 'trouble', /Directory\.Read\.All/],
  [[], 'warning', /cannot be read/],
])('a token with %j', (roles, state, text) => {
  const finding = permissionsFinding(roles)
  expect(finding.state).toBe(state)
  expect(finding.text).toMatch(text)
})

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  [null, 'warning', 'its expiry date is not known'],
  ['2027-11-20T12:00:00Z', 'ok', 'ends on 2027-11-20'],
  ['2026-12-20T11:00:00Z', 'warning', 'ends on 2026-12-20, in 29 days'],
  ['2026-11-22T11:00:00Z', 'warning', 'ends on 2026-11-22, in a day'],
  ['2026-11-19T12:00:00Z', 'trouble', 'ended on 2026-11-19'],
])('a secret until %s', (expiresAt, state, text) => {
  const end = expiresAt === null ? null : new Date(expiresAt)
  expect(credentialFinding({ kind: 'secret', expiresAt: end }, now)).toMatchObject({ state, text })
})

test('a federated credential has no end, and without a connection there is none', () => {
  const federated = credentialFinding({ kind: 'federated', expiresAt: null }, now)
  expect(federated).toMatchObject({
    state: 'ok',
    text: 'a federated credential has no expiry date',
  })
  expect(credentialFinding(null, now).text).toBe('no connection is stored yet')
})

test('the report puts findings below each other and the next step under what needs one', () => {
  expect(linesOf([ok('Disk', 'plenty'), trouble('Database', 'empty', 'Start it.')])).toEqual([
    'ok       Disk      plenty',
    'TROUBLE  Database  empty',
    '                   → Start it.',
  ])
})

const ENDED_AT = new Date('2026-11-28T22:15:30Z')

test.each([
  ['none', null, 'ok', 'none is recorded', null],
  [
    'a crash within the last day',
    { at: ENDED_AT, signal: 'SIGSEGV' },
    'warning',
    '2026-11-28 22:15 UTC, by SIGSEGV; the process was started again',
    expect.stringMatching(/^Read the log before that time/u) as unknown,
  ],
  [
    'an end for lack of memory',
    { at: ENDED_AT, signal: 'SIGKILL' },
    'warning',
    '2026-11-28 22:15 UTC, by SIGKILL; the process was started again',
    expect.stringMatching(/lack of memory/u) as unknown,
  ],
  [
    'a machine that lost power',
    { at: ENDED_AT, signal: null },
    'warning',
    '2026-11-28 22:15 UTC, without a signal; the process was started again',
    expect.stringMatching(/^Read the log before that time/u) as unknown,
  ],
  [
    'a crash of more than a day ago',
    { at: new Date(ENDED_AT.getTime() - 86_400_000), signal: 'SIGSEGV' },
    'ok',
    '2026-11-27 22:15 UTC, by SIGSEGV; the process was started again',
    null,
  ],
])('the last unexpected end: %s', (_what, end, state, text, next) => {
  const finding = { name: 'Last unexpected end', state, text, next }
  expect(lastEndFinding(end, new Date('2026-11-29T08:00:00Z'))).toEqual(finding)
})
