import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import { policyExcluding, policyFor, unreadable } from '../../testing/policy-facts.ts'
import { GLOBAL } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = [user('a')]
const groups = [{ id: 'g' }]
const namedLocations = [{ id: 'l', kind: 'ip' as const }]
const policies = [
  policyFor(
    'one',
    {
      includeUsers: ['All'],
      excludeUsers: ['A', 'GuestsOrExternalUsers'],
      excludeGroups: ['G'],
      includeRoles: [GLOBAL, 'custom'],
    },
    {
      applications: { includeApplications: ['no service principal here'] },
      locations: {
        includeLocations: ['All'],
        excludeLocations: ['L', 'AllTrusted', '00000000-0000-0000-0000-000000000000'],
      },
    },
  ),
]
const roleDefinitions = [{ id: 'custom' }]

export const cases: readonly CheckCase[] = [
  {
    name: 'everything exists',
    facts: facts({ users, groups, namedLocations, roleDefinitions, policies }),
    verdict: 'passed',
    counts: { references: 5 },
  },
  {
    name: 'a person, a group, a role and a location are gone',
    facts: facts({ policies }),
    verdict: 'failed',
    objects: ['one', 'A', 'G', 'custom', 'L'],
    counts: { dead: 4 },
  },
  {
    name: 'a deleted group is dead, also where groups were not read',
    facts: facts({
      groups: 'notRead',
      policies: [policyExcluding('one', { excludeGroups: ['G'] })],
      deletedObjects: new Set(['g']),
    }),
    verdict: 'failed',
    objects: ['one', 'G'],
  },
  {
    name: 'groups that were not read',
    facts: facts({
      groups: 'noPermission',
      policies: [policyExcluding('one', { excludeGroups: ['g'] })],
    }),
    verdict: 'noPermission',
  },
  {
    name: 'deleted objects were not read, but everything exists',
    facts: facts({
      groups,
      deletedObjects: 'failed',
      policies: [policyExcluding('one', { excludeGroups: ['g'] })],
    }),
    verdict: 'passed',
  },
  {
    name: 'a missing service principal is no proof of deletion',
    facts: facts({
      policies: [policy('one', { clientApplications: { includeServicePrincipals: ['sp'] } })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'a deleted service principal',
    facts: facts({
      policies: [policy('one', { clientApplications: { includeServicePrincipals: ['sp'] } })],
      deletedObjects: new Set(['sp']),
    }),
    verdict: 'failed',
    objects: ['one', 'sp'],
  },
  {
    name: 'a policy that is not enabled',
    facts: facts({
      policies: [
        { ...policyExcluding('one', { excludeGroups: ['g'] }), state: 'disabled' },
        {
          ...policyExcluding('two', { excludeGroups: ['g'] }),
          state: 'enabledForReportingButNotEnforced',
        },
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'a condition that is not known',
    facts: facts({ policies: [unreadable(policy('one'))] }),
    verdict: 'notRead',
  },
  {
    name: 'no policies without P1',
    facts: facts({ subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
]
