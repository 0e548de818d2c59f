import { commonCases, forUsers, holder, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { facts, policy, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const EXCHANGE = '29232cdf-9323-42fd-ade2-1d097af3e4de'
const forRoles = (...includeRoles: readonly string[]) => [forUsers(policy('p'), { includeRoles })]
const tenant = (changes: Parameters<typeof facts>[0], emergencyAccounts: readonly string[] = []) =>
  facts(
    {
      users: [user('admin'), user('mail'), user('other')],
      roleAssignments: [holder('ADMIN'), holder('mail', EXCHANGE)],
      ...changes,
    },
    emergencyAccounts,
  )

export const cases: readonly CheckCase[] = [
  ...commonCases(policy('p'), { isMetBySecurityDefaults: true }),
  ...WITHOUT_P1,
  {
    name: 'by the roles that are held',
    facts: tenant({ policies: forRoles(GLOBAL_ADMINISTRATOR.toUpperCase(), EXCHANGE) }),
    verdict: 'passed',
    counts: { administrators: 2 },
  },
  {
    name: 'a privileged role that no policy names',
    facts: tenant({ policies: forRoles(GLOBAL_ADMINISTRATOR) }),
    verdict: 'failed',
    objects: ['mail', 'p'],
    counts: { notIncluded: 1 },
  },
  {
    name: 'its holder is disabled',
    facts: tenant({
      users: [user('admin'), user('mail', { accountEnabled: false })],
      policies: forRoles(GLOBAL_ADMINISTRATOR),
    }),
    verdict: 'passed',
  },
  {
    name: 'its holder is a declared emergency account',
    facts: tenant({ policies: forRoles(GLOBAL_ADMINISTRATOR) }, ['mail']),
    verdict: 'passed',
    objects: ['p', 'mail'],
  },
  {
    name: 'an assignment of a unit makes no administrator of the directory',
    facts: tenant({
      roleAssignments: [holder('admin'), holder('mail', EXCHANGE, '/administrativeUnits/x')],
      policies: forRoles(GLOBAL_ADMINISTRATOR),
    }),
    verdict: 'passed',
    counts: { administrators: 1 },
  },
  {
    name: 'a group that holds a role and could not be read',
    facts: tenant({
      roleAssignments: [holder('admin'), { ...holder('g', EXCHANGE), principalKind: 'group' }],
      groupMembers: new Map([['g', null]]),
      policies: forRoles(GLOBAL_ADMINISTRATOR),
    }),
    verdict: 'notRead',
  },
  {
    name: 'assignments that were not read',
    facts: tenant({ roleAssignments: 'noPermission', policies: forRoles(GLOBAL_ADMINISTRATOR) }),
    verdict: 'noPermission',
  },
  {
    name: 'a policy for all without exclusions needs no assignments',
    facts: tenant({ roleAssignments: 'noPermission', policies: [policy('p')] }),
    verdict: 'passed',
  },
  {
    name: 'the only administrator is a declared emergency account that is excluded',
    facts: tenant(
      {
        roleAssignments: [holder('admin')],
        policies: [forUsers(policy('p'), { includeUsers: ['All'], excludeUsers: ['admin'] })],
      },
      ['admin'],
    ),
    verdict: 'passed',
    objects: ['p', 'admin'],
  },
  {
    name: 'all administrators are excluded, which are two: at most five are no gap',
    facts: tenant({
      policies: [forUsers(policy('p'), { includeUsers: ['All'], excludeUsers: ['admin', 'mail'] })],
    }),
    verdict: 'passed',
    objects: ['p', 'admin', 'mail'],
    counts: { administrators: 2, excluded: 2 },
  },
  {
    name: 'no active administrator, and a policy for another role only',
    facts: tenant({ roleAssignments: [], policies: forRoles(EXCHANGE) }),
    verdict: 'failed',
  },
  {
    name: 'no active administrator, and an excluded group that could not be read',
    facts: tenant({
      roleAssignments: [],
      groupMembers: new Map([['g', null]]),
      policies: [forUsers(policy('p'), { includeUsers: ['All'], excludeGroups: ['g'] })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'no active administrator, and a policy for Global Administrators',
    facts: tenant({ roleAssignments: [], policies: forRoles(GLOBAL_ADMINISTRATOR) }),
    verdict: 'passed',
  },
]
