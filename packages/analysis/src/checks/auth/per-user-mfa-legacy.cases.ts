import { facts, policy, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = [
  user('a'),
  user('b'),
  user('x', { accountEnabled: false }),
  user('g', { userType: 'Guest' }),
]
const states = (a: string | null, b: string | null) => [
  { id: 'A', perUserMfaState: a },
  { id: 'b', perUserMfaState: b },
  { id: 'x', perUserMfaState: 'enforced' },
]
const policies = [policy('all')]

export const cases: readonly CheckCase[] = [
  {
    name: 'disabled, with a policy for everybody',
    facts: facts({ users, policies, perUserMfa: states('disabled', 'disabled') }),
    verdict: 'passed',
  },
  {
    name: 'still enforced, with a policy for everybody',
    facts: facts({ users, policies, perUserMfa: states('disabled', 'enforced') }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'still enabled, with security defaults',
    facts: facts({
      users,
      securityDefaults: { isEnabled: true },
      perUserMfa: states('enabled', 'disabled'),
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'still needed, without a policy',
    facts: facts({ users, perUserMfa: states('enabled', 'enforced') }),
    verdict: 'notApplicable',
  },
  {
    name: 'an emergency account does not count',
    facts: facts({ users, policies, perUserMfa: states('disabled', 'enforced') }, ['b']),
    verdict: 'passed',
  },
  {
    name: 'a member who was not read',
    facts: facts({ users, policies, perUserMfa: states('disabled', null) }),
    verdict: 'notRead',
  },
  {
    name: 'enabled, and policies were not read',
    facts: facts({ users, policies: 'notRead', perUserMfa: states('enabled', 'disabled') }),
    verdict: 'notRead',
  },
  {
    name: 'states that were not read',
    facts: facts({ users, policies, perUserMfa: 'notRead' }),
    verdict: 'notRead',
  },
]
