import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = [
  user('a'),
  user('b'),
  user('c', { accountEnabled: false }),
  user('g', { userType: 'Guest' }),
]
const row = (id: string, isMfaCapable: boolean | null) => ({ id, isMfaCapable })

export const cases: readonly CheckCase[] = [
  {
    name: 'every enabled member, whatever the case of ids',
    facts: facts({ users, registrationDetails: [row('A', true), row('b', true)] }),
    verdict: 'passed',
    counts: { members: 2, notCapable: 0 },
  },
  {
    name: 'one member is not',
    facts: facts({ users, registrationDetails: [row('a', true), row('b', false)] }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'blocked people and guests do not count',
    facts: facts({
      users,
      registrationDetails: [row('a', true), row('b', true), row('c', false), row('g', false)],
    }),
    verdict: 'passed',
  },
  {
    name: 'an emergency account does not count',
    facts: facts({ users, registrationDetails: [row('a', true), row('b', false)] }, ['B']),
    verdict: 'passed',
  },
  {
    name: 'a member without a row',
    facts: facts({ users, registrationDetails: [row('a', true)] }),
    verdict: 'notRead',
    objects: ['b'],
  },
  {
    name: 'a member of whom Microsoft does not say',
    facts: facts({ users, registrationDetails: [row('a', true), row('b', null)] }),
    verdict: 'notRead',
  },
  { name: 'no members', facts: facts({ registrationDetails: [] }), verdict: 'notApplicable' },
  {
    name: 'a report without P1',
    facts: facts({ users, registrationDetails: 'notLicensed' }),
    verdict: 'notLicensed',
  },
  {
    name: 'a report without permission',
    facts: facts({ users, registrationDetails: 'noPermission' }),
    verdict: 'noPermission',
  },
]
