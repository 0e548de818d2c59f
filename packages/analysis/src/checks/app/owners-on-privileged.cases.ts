import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { PartValues } from '../facts.ts'

const FULL = {
  appRoleId: '1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9',
  principalId: 'P',
  permission: 'Application.ReadWrite.All',
}
const holding = (principalId: string, principalKind: string, scope = '/') => ({
  roleTemplateId: '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  principalId,
  principalKind,
  scope,
})
const servicePrincipals = [
  { id: 'p', appId: 'app-p', displayName: 'Portal' },
  { id: 'q', appId: 'app-q' },
]
const applications = [{ id: 'a', appId: 'APP-P' }]
const owners = (entries: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(entries))

const withOwners = (
  entries: Readonly<Record<string, readonly string[]>>,
  changes: Partial<PartValues> = {},
  emergencyAccounts: readonly string[] = [],
) =>
  facts(
    {
      servicePrincipals,
      applications,
      appRoleAssignments: [FULL],
      applicationOwners: owners(entries),
      users: [user('u'), user('x', { accountEnabled: false })],
      ...changes,
    },
    emergencyAccounts,
  )

export const cases: readonly CheckCase[] = [
  {
    name: 'no owners',
    facts: withOwners({ P: [], A: [] }),
    verdict: 'passed',
    counts: { applications: 1 },
  },
  {
    name: 'an owner of the registration',
    facts: withOwners({ p: [], a: ['u'] }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'an owner of both',
    facts: withOwners({ p: ['u'], a: ['u'] }),
    verdict: 'failed',
    objects: ['a', 'p'],
  },
  {
    name: 'an owner who is not known',
    facts: withOwners({ p: ['s'], a: [] }),
    verdict: 'failed',
    objects: ['p'],
  },
  { name: 'an owner who is blocked', facts: withOwners({ p: ['x'], a: [] }), verdict: 'passed' },
  {
    name: 'an emergency account',
    facts: withOwners({ p: ['u'], a: [] }, {}, ['U']),
    verdict: 'passed',
  },
  {
    name: 'an owner of one without such permissions',
    facts: withOwners({ q: ['u'] }, { appRoleAssignments: [] }),
    verdict: 'passed',
  },
  {
    name: 'an owner of one with a tier-0 role',
    facts: withOwners(
      { q: ['u'] },
      { appRoleAssignments: [], roleAssignments: [holding('Q', 'servicePrincipal')] },
    ),
    verdict: 'failed',
    objects: ['q'],
  },
  {
    name: 'a role through a group',
    facts: withOwners(
      { q: ['u'] },
      {
        appRoleAssignments: [],
        roleAssignments: [holding('g', 'group')],
        groupMembers: new Map([['g', ['q']]]),
      },
    ),
    verdict: 'failed',
    objects: ['q'],
  },
  {
    name: 'a role of one unit',
    facts: withOwners(
      { q: ['u'] },
      {
        appRoleAssignments: [],
        roleAssignments: [holding('q', 'servicePrincipal', '/administrativeUnits/1')],
      },
    ),
    verdict: 'passed',
  },
  {
    name: 'a role through a group that could not be read',
    facts: withOwners(
      { p: [], a: [] },
      { roleAssignments: [holding('g', 'group')], groupMembers: new Map([['g', null]]) },
    ),
    verdict: 'notRead',
  },
  {
    name: 'owners of the registration that were not read',
    facts: withOwners({ p: [] }),
    verdict: 'notRead',
    objects: ['a'],
  },
  {
    name: 'a service principal that is missing',
    facts: withOwners({ p: [] }, { servicePrincipals: [] }),
    verdict: 'notRead',
  },
  {
    name: 'owners that were not read',
    facts: facts({ applicationOwners: 'notRead' }),
    verdict: 'notRead',
  },
]
