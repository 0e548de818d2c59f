import { facts, user } from '../../testing/check-facts.ts'
import { assignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const RECENT = '2026-11-01T00:00:00Z'
const OLD = '2026-09-01T00:00:00Z'
const used = (id: string, at: string | null) => ({ id, lastSuccessfulSignInDateTime: at })
const users = [user('a', { createdDateTime: OLD }), user('b', { createdDateTime: OLD })]
const roleAssignments = [assignment('a'), assignment('b')]

export const cases: readonly CheckCase[] = [
  {
    name: 'sign-ins within 45 days',
    facts: facts({
      users,
      roleAssignments,
      signInActivity: [used('A', RECENT), { id: 'b', lastNonInteractiveSignInDateTime: RECENT }],
    }),
    verdict: 'passed',
  },
  {
    name: 'an old sign-in',
    facts: facts({
      users,
      roleAssignments,
      signInActivity: [used('a', RECENT), used('b', OLD)],
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'a recent attempt that failed is no sign-in',
    facts: facts({
      users,
      roleAssignments,
      signInActivity: [
        used('a', RECENT),
        { id: 'b', lastSignInDateTime: RECENT, lastSuccessfulSignInDateTime: OLD },
      ],
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'never signed in and not new',
    facts: facts({ users, roleAssignments, signInActivity: [used('a', RECENT), used('b', null)] }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'never signed in, but new',
    facts: facts({
      users: [user('a', { createdDateTime: RECENT })],
      roleAssignments: [assignment('a')],
    }),
    verdict: 'passed',
  },
  {
    name: 'neither sign-in nor creation known',
    facts: facts({ users: [user('a')], roleAssignments: [assignment('a')] }),
    verdict: 'notRead',
  },
  {
    name: 'blocked people and emergency accounts never fail',
    facts: facts(
      {
        users: [{ ...users[0], ...user('a', { accountEnabled: false }) }, user('b')],
        roleAssignments,
      },
      ['b'],
    ),
    verdict: 'passed',
  },
  {
    name: 'sign-ins are not licensed',
    facts: facts({ users, roleAssignments, signInActivity: 'notLicensed' }),
    verdict: 'notLicensed',
  },
  {
    name: 'sign-ins without permission',
    facts: facts({ users, roleAssignments, signInActivity: 'noPermission' }),
    verdict: 'noPermission',
  },
]
