import { expect, test } from 'vitest'

import { facts, labelOf, person, policy } from '../testing/coverage-facts.ts'
import type { CoverageFacts, CoveragePolicy } from './facts.ts'
import { mfaVerdictOf } from './mfa-verdict.ts'

const groups = (members: Record<string, readonly string[] | null>): Partial<CoverageFacts> => ({
  groupMembers: { value: new Map(Object.entries(members)) },
})
const withoutP1 = { hasEntraP1: false }
const everybodyButAda = {
  id: 'other-mfa',
  users: { includeUsers: ['All'], excludeUsers: ['ada'] },
} as const

test.each<[string, CoveragePolicy[], Partial<CoverageFacts>, string]>([
  [
    'an excluded user is not covered',
    [policy({ users: { includeUsers: ['All'], excludeUsers: ['ADA'] } })],
    {},
    'Partial (1 person not covered)',
  ],
  [
    'an excluded user whom another policy covers is covered',
    [policy(everybodyButAda), policy({ id: 'for-ada', users: { includeUsers: ['ada'] } })],
    {},
    'Required',
  ],
  [
    'members of an excluded group are not covered',
    [policy({ users: { includeUsers: ['All'], excludeGroups: ['G'] } })],
    groups({ g: ['ada', 'ben'] }),
    'Partial (2 people not covered)',
  ],
  [
    'an excluded group that was deleted has no members',
    [policy({ users: { includeUsers: ['All'], excludeGroups: ['g'] } })],
    groups({ g: [] }),
    'Required',
  ],
  [
    'an excluded group that could not be read makes everybody unknown',
    [policy({ users: { includeUsers: ['All'], excludeGroups: ['g'] } })],
    groups({ g: null }),
    'Not known',
  ],
  [
    'an excluded group that could not be read is harmless where another policy covers everybody',
    [policy({ users: { includeUsers: ['All'], excludeGroups: ['g'] } }), policy({ id: 'second' })],
    groups({ g: null }),
    'Required',
  ],
  [
    'one person is certainly not covered, the others are unknown and one is covered',
    [
      policy({ users: { includeUsers: ['ada', 'ben'], excludeGroups: ['g'] } }),
      policy({ id: 'for-ben', users: { includeUsers: ['ben'] } }),
    ],
    groups({ g: null }),
    'Partial (1 person not covered)',
  ],
  [
    'MFA for a role reaches its holders, directly and through a group',
    [policy({ users: { includeRoles: ['ROLE'] } })],
    {
      ...groups({ admins: ['ben'] }),
      roleAssignments: {
        value: [
          { roleTemplateId: 'role', principalId: 'ada', principalKind: 'user', scope: '/' },
          { roleTemplateId: 'role', principalId: 'admins', principalKind: 'group', scope: '/' },
        ],
      },
    },
    'Partial (1 person not covered)',
  ],
  [
    'an assignment within a unit is unknown',
    [policy({ users: { includeUsers: ['All'], excludeRoles: ['role'] } })],
    {
      roleAssignments: {
        value: [
          {
            roleTemplateId: 'role',
            principalId: 'ada',
            principalKind: 'user',
            scope: '/administrativeUnits/x',
          },
        ],
      },
    },
    'Not known',
  ],
  [
    'role assignments that could not be read make a role condition unknown',
    [policy({ users: { includeUsers: ['All'], excludeRoles: ['role'] } })],
    { roleAssignments: { absent: 'noPermission' } },
    'Not known',
  ],
  [
    'emergency accounts do not count',
    [policy({ users: { includeUsers: ['All'], excludeUsers: ['ada'] } })],
    { emergencyAccounts: ['ada'] },
    'Required',
  ],
  [
    'blocked people and guests do not count',
    [policy({ users: { includeUsers: ['ada'] } })],
    {
      people: {
        value: [
          person('ada'),
          person('ben', { accountEnabled: false }),
          person('gus', { userType: 'Guest', externalUserState: 'Accepted' }),
        ],
      },
    },
    'Required',
  ],
  [
    'an invited member is excluded with the external members',
    [
      policy({
        users: {
          includeUsers: ['All'],
          excludeGuestsOrExternalUsers: {
            guestOrExternalUserTypes: 'b2bCollaborationMember,serviceProvider',
            externalTenants: { membershipKind: 'all' },
          },
        },
      }),
    ],
    { people: { value: [person('ada'), person('ben', { externalUserState: 'Accepted' })] } },
    'Partial (1 person not covered)',
  ],
  [
    'excluding service providers is no gap',
    [
      policy({
        users: {
          includeUsers: ['All'],
          excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider' },
        },
      }),
    ],
    {},
    'Required',
  ],
  [
    'security defaults cover everybody',
    [],
    { securityDefaults: { value: { isEnabled: true } } },
    'Required by security defaults',
  ],
  [
    'security defaults without P1',
    [],
    { ...withoutP1, securityDefaults: { value: { isEnabled: true } } },
    'Required by security defaults',
  ],
  ['nothing without P1', [], withoutP1, 'None'],
  [
    'policies that were refused without P1, security defaults off',
    [],
    { ...withoutP1, policies: { absent: 'notLicensed' } },
    'None',
  ],
  [
    'security defaults not read, without P1',
    [],
    { ...withoutP1, securityDefaults: { absent: 'failed' } },
    'Not known',
  ],
  ['policies that stay without P1 are judged', [policy({})], withoutP1, 'Required'],
  ['policies not read', [], { policies: { absent: 'noPermission' } }, 'Not known'],
  [
    'policies not read, security defaults on',
    [],
    { policies: { absent: 'noPermission' }, securityDefaults: { value: { isEnabled: true } } },
    'Required by security defaults',
  ],
  [
    'security defaults not read, no policy',
    [],
    { securityDefaults: { absent: 'failed' } },
    'Not known',
  ],
  [
    'security defaults not read, everybody covered by policies',
    [policy({})],
    { securityDefaults: { absent: 'failed' } },
    'Required',
  ],
  ['people not read', [policy({})], { people: { absent: 'noPermission' } }, 'Not known'],
  [
    'one is covered, and for the others it hangs on a device filter',
    [
      policy({ id: 'for-ada', users: { includeUsers: ['ada'] } }),
      policy({ conditions: { devices: { deviceFilter: { mode: 'include', rule: 'x' } } } }),
    ],
    {},
    'Not known',
  ],
  [
    'one is covered, one is not, and for one it hangs on a device filter',
    [
      policy({ id: 'for-ada', users: { includeUsers: ['ada'] } }),
      policy({
        users: { includeUsers: ['ben'] },
        conditions: { devices: { deviceFilter: { mode: 'include', rule: 'x' } } },
      }),
    ],
    {},
    'Partial (1 person not covered)',
  ],
  [
    'no member is covered, and guests depend on a device filter',
    [
      policy({
        users: { includeUsers: ['GuestsOrExternalUsers'] },
        conditions: { devices: { deviceFilter: { mode: 'include', rule: 'x' } } },
      }),
    ],
    {
      people: {
        value: [person('ada'), person('gus', { userType: 'Guest', externalUserState: 'Accepted' })],
      },
    },
    'None',
  ],
  [
    'an agent user cannot be asked for MFA and does not count (N3)',
    [policy({ users: { includeUsers: ['All'], excludeUsers: ['bot'] } })],
    { people: { value: [person('ada'), person('bot', { isAgent: true })] } },
    'Required',
  ],
  [
    'agent users only: there is no member (N3)',
    [policy({})],
    { people: { value: [person('bot', { isAgent: true })] } },
    'Not known',
  ],
  [
    'a role that is held by something of an unknown kind, which may be a group (N3)',
    [policy({ users: { includeUsers: ['All'], excludeRoles: ['role'] } })],
    {
      ...groups({ thing: ['ada'] }),
      roleAssignments: {
        value: [
          { roleTemplateId: 'role', principalId: 'thing', principalKind: 'unknown', scope: '/' },
        ],
      },
    },
    'Partial (1 person not covered)',
  ],
  ['people not read, nothing enabled', [], { people: { absent: 'noPermission' } }, 'None'],
  ['no enabled member', [policy({})], { people: { value: [] } }, 'Not known'],
])('%s', (_, policies, more, label) => {
  expect(labelOf({ policies: { value: policies }, ...more })).toBe(label)
})

test('an excluded group of 40 of 42 people is named with its size (N11)', () => {
  const ids = Array.from({ length: 42 }, (_, index) => `p${index}`)
  const given = facts({
    people: { value: ids.map((id) => person(id)) },
    ...groups({ 'all-staff': ids.slice(0, 40) }),
    policies: {
      value: [policy({ users: { includeUsers: ['All'], excludeGroups: ['ALL-STAFF'] } })],
    },
  })
  const { verdict, counts, reasons } = mfaVerdictOf(given)
  expect([verdict, counts?.membersCovered, counts?.membersNotCovered]).toEqual(['partial', 2, 40])
  expect(reasons).toContainEqual(expect.objectContaining({ gap: 'excludes', people: 40 }))
})

test('members, guests, blocked people, agents and emergency accounts are counted apart', () => {
  const guest = { userType: 'Guest', externalUserState: 'Accepted' }
  const { counts } = mfaVerdictOf(
    facts({
      people: {
        value: [
          person('ada'),
          person('ben'),
          person('old', { userType: null, accountEnabled: null }),
          person('blocked', { accountEnabled: false }),
          person('glass'),
          person('gus', guest),
          person('gia', guest),
          person('bot', { isAgent: true }),
          person('idle-bot', { isAgent: true, accountEnabled: false }),
        ],
      },
      policies: { value: [policy({ users: { includeUsers: ['ada', 'gus'] } })] },
      emergencyAccounts: ['Glass'],
    }),
  )
  expect(counts).toEqual({
    members: 3,
    membersCovered: 1,
    membersNotCovered: 2,
    membersNotKnown: 0,
    guests: 2,
    guestsCovered: 1,
    blocked: 1,
    agents: 2,
    emergencyAccounts: 1,
  })
})
