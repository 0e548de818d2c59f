import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import { policyExcluding } from '../../testing/policy-facts.ts'
import { assignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const SYNC = 'd29b2b05-8046-44ba-8758-1e26182fcf32'
const organization = { onPremisesSyncEnabled: true }
const users = [user('sync'), user('a')]
const roleAssignments = [assignment('sync', SYNC)]
const hybrid = { organization, users, roleAssignments }

export const cases: readonly CheckCase[] = [
  {
    name: 'the role is excluded',
    facts: facts({ ...hybrid, policies: [policyExcluding('all', { excludeRoles: [SYNC] })] }),
    verdict: 'passed',
  },
  {
    name: 'the account is excluded',
    facts: facts({ ...hybrid, policies: [policyExcluding('all', { excludeUsers: ['sync'] })] }),
    verdict: 'passed',
  },
  {
    name: 'neither is excluded',
    facts: facts({ ...hybrid, policies: [policyExcluding('all', { excludeUsers: ['a'] })] }),
    verdict: 'failed',
    objects: ['all', 'sync'],
  },
  {
    name: 'no account is known, and the role is not excluded',
    facts: facts({ organization, users, policies: [policy('all')] }),
    verdict: 'failed',
    objects: ['all'],
  },
  {
    name: 'an application synchronizes',
    facts: facts({
      organization,
      users,
      roleAssignments: [assignment('sp', SYNC, { principalKind: 'servicePrincipal' })],
      policies: [policy('all')],
    }),
    verdict: 'passed',
  },
  {
    name: 'an excluded group that could not be read',
    facts: facts({
      ...hybrid,
      groupMembers: new Map([['g', null]]),
      policies: [policyExcluding('all', { excludeGroups: ['g'] })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'no policy requires MFA of all users',
    facts: facts({ ...hybrid, policies: [policy('all', { state: 'disabled' })] }),
    verdict: 'notApplicable',
  },
  {
    name: 'no directory is synchronized',
    facts: facts({ organization: { onPremisesSyncEnabled: null }, policies: [policy('all')] }),
    verdict: 'notApplicable',
  },
  {
    name: 'it was not read whether one is',
    facts: facts({ organization: {}, policies: [policy('all')] }),
    verdict: 'notRead',
  },
  {
    name: 'assignments without permission',
    facts: facts({ ...hybrid, roleAssignments: 'noPermission', policies: [policy('all')] }),
    verdict: 'noPermission',
  },
  {
    name: 'security defaults without P1',
    facts: facts({ ...hybrid, subscribedSkus: [sku()], securityDefaults: { isEnabled: true } }),
    verdict: 'notApplicable',
  },
]
