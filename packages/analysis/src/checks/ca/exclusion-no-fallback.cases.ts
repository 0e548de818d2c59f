import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import { policyExcluding, policyFor, unreadable } from '../../testing/policy-facts.ts'
import { assignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = ['a', 'b', 'c'].map((id) => user(id))
const excluding = policyExcluding('one', { excludeUsers: ['A'] })
const fallback = policyFor('two', { includeUsers: ['a'] })
const SYNC = 'd29b2b05-8046-44ba-8758-1e26182fcf32'

export const cases: readonly CheckCase[] = [
  {
    name: 'another policy includes the person',
    facts: facts({ users, policies: [excluding, fallback] }),
    verdict: 'passed',
  },
  {
    name: 'no other policy includes the person',
    facts: facts({ users, policies: [excluding] }),
    verdict: 'failed',
    objects: ['a', 'one'],
  },
  {
    name: 'through a group',
    facts: facts({
      users,
      groupMembers: new Map([['g', ['a', 'b']]]),
      policies: [policyExcluding('one', { excludeGroups: ['g'] }), fallback],
    }),
    verdict: 'failed',
    objects: ['b', 'one'],
  },
  {
    name: 'report-only is no cover',
    facts: facts({
      users,
      policies: [excluding, { ...fallback, state: 'enabledForReportingButNotEnforced' }],
    }),
    verdict: 'failed',
  },
  {
    name: 'a policy for some resources or sign-ins is no cover',
    facts: facts({
      users,
      policies: [
        excluding,
        policyFor('two', { includeUsers: ['a'] }, { applications: { includeApplications: ['x'] } }),
        policyFor('three', { includeUsers: ['a'] }, { signInRiskLevels: ['high'] }),
      ],
    }),
    verdict: 'failed',
  },
  {
    name: 'a policy that cannot be read is no cover',
    facts: facts({ users, policies: [excluding, unreadable(fallback)] }),
    verdict: 'failed',
  },
  {
    name: 'emergency accounts, blocked people and the account that synchronizes',
    facts: facts(
      {
        users: [user('a'), user('b', { accountEnabled: false }), user('c'), user('d')],
        roleAssignments: [assignment('c', SYNC)],
        policies: [policyExcluding('one', { excludeUsers: ['a', 'b'], excludeRoles: [SYNC] })],
      },
      ['A'],
    ),
    verdict: 'passed',
  },
  {
    name: 'excluding delegated partners is no gap',
    facts: facts({
      users,
      policies: [
        policyExcluding('one', {
          excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider' },
        }),
      ],
    }),
    verdict: 'passed',
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
    name: 'no enabled policy',
    facts: facts({ users, policies: [policy('one', { state: 'disabled' })] }),
    verdict: 'notApplicable',
  },
  {
    name: 'policies without a license',
    facts: facts({ subscribedSkus: [sku()], policies: 'noPermission' }),
    verdict: 'notLicensed',
  },
  {
    name: 'policies without permission',
    facts: facts({ policies: 'noPermission' }),
    verdict: 'noPermission',
  },
]
