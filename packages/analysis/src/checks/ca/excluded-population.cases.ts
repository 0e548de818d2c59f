import { facts, policy, user } from '../../testing/check-facts.ts'
import { policyExcluding, policyFor } from '../../testing/policy-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = Array.from({ length: 10 }, (_, index) => user(`u${index}`))
const ids = users.map(({ id }) => id)
const six = ids.slice(0, 6)
const group = (members: readonly string[] | null) => new Map([['g', members]])
const policies = [policyExcluding('one', { excludeGroups: ['g'] })]

export const cases: readonly CheckCase[] = [
  {
    name: 'five people in an excluded group',
    facts: facts({ users, groupMembers: group(six.slice(0, 5)), policies }),
    verdict: 'passed',
    objects: six.slice(0, 5),
    counts: { people: 5 },
  },
  {
    name: 'six people in an excluded group',
    facts: facts({ users, groupMembers: group(six), policies }),
    verdict: 'failed',
    objects: ['one', ...six],
  },
  {
    name: 'six people are less than 5 % of many',
    facts: facts({
      users: Array.from({ length: 200 }, (_, index) => user(`u${index}`)),
      groupMembers: group(six),
      policies,
    }),
    verdict: 'passed',
  },
  {
    name: 'another policy covers one of them',
    facts: facts({
      users,
      groupMembers: group(six),
      policies: [...policies, policyFor('two', { includeUsers: ['u0'] })],
    }),
    verdict: 'passed',
    counts: { people: 5 },
  },
  {
    name: 'one of them is an emergency account',
    facts: facts({ users, groupMembers: group(six), policies }, ['u1']),
    verdict: 'passed',
  },
  {
    name: 'one of them is blocked',
    facts: facts({
      users: [user('u0', { accountEnabled: false }), ...users.slice(1)],
      groupMembers: group(six),
      policies,
    }),
    verdict: 'passed',
  },
  {
    name: 'a deleted group has no members',
    facts: facts({ users, groupMembers: group([]), policies }),
    verdict: 'passed',
  },
  {
    name: 'a group that could not be read',
    facts: facts({ users, groupMembers: group(null), policies }),
    verdict: 'notRead',
  },
  {
    name: 'groups without permission',
    facts: facts({ users, groupMembers: 'noPermission', policies }),
    verdict: 'noPermission',
  },
  {
    name: 'no enabled policy',
    facts: facts({ users, policies: [policy('one', { state: 'disabled' })] }),
    verdict: 'notApplicable',
  },
]
