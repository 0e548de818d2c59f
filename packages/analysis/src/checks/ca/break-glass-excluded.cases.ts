import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import { policyExcluding, policyFor, unreadable } from '../../testing/policy-facts.ts'
import { assignment, GLOBAL } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = ['bg', 'b', 'c', 'd', 'e', 'f'].map((id) => user(id))
const SYNC = 'd29b2b05-8046-44ba-8758-1e26182fcf32'

export const cases: readonly CheckCase[] = [
  {
    name: 'one account is excluded from every policy',
    facts: facts({
      users,
      policies: [
        policyExcluding('one', { excludeUsers: ['BG'] }),
        policyExcluding('two', { excludeUsers: ['bg', 'b'] }),
      ],
    }),
    verdict: 'passed',
    objects: ['bg'],
  },
  {
    name: 'without roles, the excluded account may be the one that synchronizes',
    facts: facts({
      users,
      roleAssignments: 'notRead',
      policies: [policyExcluding('one', { excludeUsers: ['bg'] })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'without roles, a declared account is one all the same',
    facts: facts(
      {
        users,
        roleAssignments: 'notRead',
        policies: [policyExcluding('one', { excludeUsers: ['bg'] })],
      },
      ['bg'],
    ),
    verdict: 'passed',
    objects: ['bg'],
  },
  {
    name: 'one policy has no exclusions',
    facts: facts({
      users,
      policies: [policyExcluding('one', { excludeUsers: ['bg'] }), policy('two')],
    }),
    verdict: 'failed',
    objects: ['two'],
  },
  {
    name: 'each policy excludes another account',
    facts: facts({
      users,
      policies: [
        policyExcluding('one', { excludeUsers: ['bg'] }),
        policyExcluding('two', { excludeUsers: ['b'] }),
      ],
    }),
    verdict: 'failed',
  },
  {
    name: 'the same group is excluded',
    facts: facts({
      users,
      groupMembers: new Map([['g', ['bg']]]),
      policies: [policyExcluding('one', { excludeGroups: ['G'] })],
    }),
    verdict: 'passed',
    objects: ['bg'],
  },
  {
    name: 'an empty group is no account',
    facts: facts({
      users,
      groupMembers: new Map([['g', []]]),
      policies: [policyExcluding('one', { excludeGroups: ['g'] })],
    }),
    verdict: 'failed',
    objects: ['one'],
  },
  {
    name: 'five accounts are no emergency access',
    facts: facts({
      users,
      policies: [policyExcluding('one', { excludeUsers: ['bg', 'b', 'c', 'd', 'e'] })],
    }),
    verdict: 'failed',
    objects: ['bg', 'b', 'c', 'd', 'e'],
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      users,
      groupMembers: new Map([['g', null]]),
      policies: [policyExcluding('one', { excludeGroups: ['g'] })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'a blocked account is no emergency access',
    facts: facts({
      users: [user('bg', { accountEnabled: false }), user('b')],
      policies: [policyExcluding('one', { excludeUsers: ['bg'] })],
    }),
    verdict: 'failed',
  },
  {
    name: 'the account that synchronizes is no emergency access',
    facts: facts({
      users,
      roleAssignments: [assignment('bg', SYNC)],
      policies: [policyExcluding('one', { excludeUsers: ['bg'] })],
    }),
    verdict: 'failed',
  },
  {
    name: 'a declared account that a policy reaches',
    facts: facts(
      {
        users,
        policies: [policyExcluding('one', { excludeUsers: ['b'] }), policyExcluding('two', {})],
      },
      ['bg'],
    ),
    verdict: 'failed',
    objects: ['one', 'two'],
  },
  {
    name: 'a declared account that no policy reaches',
    facts: facts(
      {
        users,
        roleAssignments: [assignment('bg'), assignment('b')],
        policies: [
          policyFor('guests', { includeUsers: ['GuestsOrExternalUsers'] }),
          policyFor('admins', { includeRoles: [GLOBAL], excludeUsers: ['bg'] }),
          policy('report', { state: 'enabledForReportingButNotEnforced' }),
        ],
      },
      ['bg'],
    ),
    verdict: 'passed',
    objects: ['bg'],
  },
  {
    name: 'a policy that cannot be read may reach it',
    facts: facts(
      {
        users,
        policies: [
          policyExcluding('one', { excludeUsers: ['bg'] }),
          unreadable(policyFor('two', { includeGroups: [] })),
        ],
      },
      ['bg'],
    ),
    verdict: 'notRead',
  },
  {
    name: 'no enabled policy',
    facts: facts({ users, policies: [policy('one', { state: 'disabled' })] }),
    verdict: 'notApplicable',
  },
  {
    name: 'no policies without P1',
    facts: facts({ users, subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'security defaults without P1',
    facts: facts({ subscribedSkus: [sku()], securityDefaults: { isEnabled: true } }),
    verdict: 'notApplicable',
  },
  {
    name: 'people that were not read',
    facts: facts({ users: 'notRead', policies: [policy('one')] }),
    verdict: 'notRead',
  },
]
