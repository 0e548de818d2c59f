import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { ActiveUserFacts, SignInFacts } from '../rows.ts'

const OLD = '2025-01-01T00:00:00Z'
const RECENT = '2026-11-20T00:00:00Z'
const person = (id: string, changes: Parameters<typeof user>[1] = {}) =>
  user(id, { userPrincipalName: `${id}@contoso.com`, createdDateTime: OLD, ...changes })

const succeeded = (id: string, lastSuccessfulSignInDateTime: string | null): SignInFacts => ({
  id,
  lastSuccessfulSignInDateTime,
})
const signedIn = (
  users: readonly ReturnType<typeof user>[],
  signInActivity: readonly SignInFacts[],
  emergencyAccounts: readonly string[] = [],
) => facts({ users, signInActivity }, emergencyAccounts)

const row = (
  id: string,
  teams: string | null,
  changes: Partial<ActiveUserFacts> = {},
): ActiveUserFacts => ({
  userPrincipalName: `${id}@Contoso.com`,
  isConcealed: false,
  isDeleted: false,
  lastActivityDates: { exchange: null, teams },
  reportRefreshDate: '2026-11-22',
  ...changes,
})
const reported = (
  users: readonly ReturnType<typeof user>[],
  activeUsers: readonly ActiveUserFacts[],
) => facts({ users, activeUsers, signInActivity: 'notLicensed' })

export const cases: readonly CheckCase[] = [
  {
    name: 'a recent sign-in',
    facts: signedIn([person('U1')], [succeeded('u1', RECENT)]),
    verdict: 'passed',
    counts: { users: 1 },
  },
  {
    name: '44 days are within the limit and 46 are not',
    facts: signedIn(
      [person('u1'), person('u2')],
      [succeeded('u1', '2026-10-11T12:00:00Z'), succeeded('u2', '2026-10-09T12:00:00Z')],
    ),
    verdict: 'failed',
    objects: ['u2'],
  },
  {
    name: 'failed attempts since the last success are no use',
    facts: signedIn([person('u1')], [{ ...succeeded('u1', OLD), lastSignInDateTime: RECENT }]),
    verdict: 'failed',
  },
  {
    name: 'a sign-in whose success is not recorded',
    facts: signedIn(
      [person('u1')],
      [
        {
          ...succeeded('u1', null),
          lastSignInDateTime: OLD,
          lastNonInteractiveSignInDateTime: RECENT,
        },
      ],
    ),
    verdict: 'passed',
  },
  {
    name: 'never signed in, created long ago',
    facts: signedIn([person('u1')], [succeeded('u1', null)]),
    verdict: 'failed',
    objects: ['u1'],
  },
  {
    name: 'never signed in, created last week, with and without a row',
    facts: signedIn(
      [person('u1', { createdDateTime: RECENT }), person('u2', { createdDateTime: RECENT })],
      [succeeded('u1', null)],
    ),
    verdict: 'passed',
  },
  {
    name: 'guests, blocked people and emergency accounts do not fail',
    facts: signedIn(
      [
        person('g', { userType: 'Guest' }),
        person('b', { accountEnabled: false }),
        person('e'),
        person('u1'),
      ],
      ['g', 'b', 'e', 'u1'].map((id) => succeeded(id, id === 'u1' ? RECENT : OLD)),
      ['E'],
    ),
    verdict: 'passed',
    counts: { users: 1 },
  },
  {
    name: 'a person without a row',
    facts: signedIn([person('u1')], []),
    verdict: 'notRead',
  },
  {
    name: 'never signed in, and the date of creation is null',
    facts: signedIn([person('u1', { createdDateTime: null })], [succeeded('u1', null)]),
    verdict: 'notRead',
  },
  {
    name: 'the report shows use',
    facts: reported([person('u1')], [row('u1', '2026-09-01')]),
    verdict: 'passed',
  },
  {
    name: 'the report shows no use for 90 days',
    facts: reported([person('u1'), person('u2')], [row('u1', '2026-08-01'), row('u2', null)]),
    verdict: 'failed',
    objects: ['u1', 'u2'],
  },
  {
    name: 'an old report is compared with its own day',
    facts: reported([person('u1')], [row('u1', '2026-05-01', { reportRefreshDate: '2026-06-01' })]),
    verdict: 'passed',
  },
  {
    name: 'concealed rows belong to no known user',
    facts: reported(
      [person('u1')],
      [row('u1', '2026-11-01', { isConcealed: true }), row('u1', null, { isDeleted: true })],
    ),
    verdict: 'notRead',
  },
  {
    name: 'rows that name no user are counted, and the people they may belong to are not inactive',
    facts: reported(
      [person('u1'), person('u2'), person('u3')],
      [
        row('u1', null),
        ...['(Unknown)', '', '8Lq0b3rT2uXk1wZ9yPd4Vg=='].map((userPrincipalName) =>
          row('', null, { userPrincipalName, isConcealed: true }),
        ),
      ],
    ),
    verdict: 'failed',
    reason:
      'The usage report shows no activity of 1 user for 90 days. 3 rows of the usage report name no user.',
    objects: ['u1'],
  },
  {
    name: 'a report that names no user',
    facts: reported([person('u1')], [row('u1', null, { isConcealed: true })]),
    verdict: 'notRead',
    reason:
      'The usage report does not show the activity of 1 user. The usage report conceals all names.',
  },
  {
    name: 'a person who is not in the report',
    facts: reported([person('u1'), person('u2')], [row('u1', '2026-11-01')]),
    verdict: 'notRead',
  },
  {
    name: 'neither sign-ins nor the report, one without permission',
    facts: facts({ signInActivity: 'noPermission', activeUsers: 'notRead' }),
    verdict: 'noPermission',
  },
  { name: 'people that were not read', facts: facts({ users: 'failed' }), verdict: 'notRead' },
]
