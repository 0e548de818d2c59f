import type { PartName } from '@tenantscope/analysis/checks/facts'
import { judgeTenant } from '@tenantscope/analysis/checks/judge-tenant'
import { describe, expect, test } from 'vitest'

import { factsOfGraph } from './graph-facts.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const partOf = (objects: Record<string, unknown>, name: PartName): unknown =>
  factsOfGraph(objects, NOW).parts[name]

const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

describe('absence', () => {
  test('a key that is absent was not read', () => {
    for (const part of Object.values(factsOfGraph({}, NOW).parts))
      expect(part).toEqual({ absent: 'notRead' })
  })

  test.each(['noPermission', 'notLicensed', 'notInCloud', 'failed'])(
    'unread names why: %s',
    (reason) => {
      const objects = { unread: { userRegistrationDetails: reason }, userRegistrationDetails: [] }
      expect(partOf(objects, 'registrationDetails')).toEqual({ absent: reason })
    },
  )

  test('an unknown reason in unread is notRead', () => {
    expect(partOf({ unread: { users: 'because' }, users: [] }, 'users')).toEqual({
      absent: 'notRead',
    })
  })

  test('null lists are empty, null objects were not read', () => {
    expect(partOf({ users: null }, 'users')).toEqual({ value: [] })
    expect(partOf({ groupMembers: { G: null } }, 'groupMembers')).toEqual({
      value: new Map([['g', []]]),
    })
    expect(partOf({ dns: null }, 'dns')).toEqual({ value: [] })
    expect(partOf({ securityDefaults: null }, 'securityDefaults')).toEqual({ absent: 'notRead' })
  })

  test('a row that cannot be parsed makes its part failed', () => {
    expect(partOf({ users: [{ id: 'a' }, { id: 5 }] }, 'users')).toEqual({ absent: 'failed' })
    expect(partOf({ users: 'people' }, 'users')).toEqual({ absent: 'failed' })
    expect(partOf({ securityDefaults: {} }, 'securityDefaults')).toEqual({ absent: 'failed' })
    expect(
      partOf(
        { signInActivity: [{ id: 'a', signInActivity: { lastSignInDateTime: 'x' } }] },
        'signInActivity',
      ),
    ).toEqual({ absent: 'failed' })
  })

  test('an object that is nested too deep makes its part failed', () => {
    const nested: unknown = JSON.parse(`${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(
      partOf({ conditionalAccessPolicies: [{ id: 'p', conditions: nested }] }, 'policies'),
    ).toEqual({ absent: 'failed' })
  })

  test('a property that is absent stays absent, and a null list in an object is empty', () => {
    expect(
      partOf({ applications: [{ id: 'a', appId: 'A', keyCredentials: null }] }, 'applications'),
    ).toEqual({
      value: [{ id: 'a', appId: 'a', keyCredentials: [] }],
    })
  })
})

test.each([
  [{ servicePlanName: 'AAD_PREMIUM_P2' }, 'eec0eb4f-6444-4f95-aba0-50c24d67f998'],
  [{ servicePlanName: 'AAD_PREMIUM', servicePlanId: 'X' }, '41781fb2-bc02-4b7c-bd55-b576c07bb09d'],
  [{ servicePlanName: 'EXCHANGE_S_STANDARD', servicePlanId: 'X' }, 'x'],
])('a plan that decides a license is known by its name: %j', (plan, servicePlanId) => {
  expect(
    partOf({ subscribedSkus: [{ skuId: 's', servicePlans: [plan] }] }, 'subscribedSkus'),
  ).toMatchObject({ value: [{ servicePlans: [{ servicePlanId }] }] })
})

describe('policies', () => {
  test('the names of unknown conditions, grant and session controls are kept', () => {
    const policy = {
      id: 'p',
      displayName: 'P',
      state: 'enabled',
      conditions: { users: null, moonPhase: 'full', clientApplications: null },
      grantControls: { operator: 'OR', builtInControls: null, retina: true },
      sessionControls: { leash: { isEnabled: true } },
    }
    expect(partOf({ conditionalAccessPolicies: [policy] }, 'policies')).toMatchObject({
      value: [
        {
          conditions: { unknown: ['moonPhase'] },
          grantControls: { unknown: ['retina'], builtInControls: [] },
          sessionControls: { unknown: ['leash'] },
          clientApplications: null,
        },
      ],
    })
  })

  test('a policy for workloads says so', () => {
    const conditions = { clientApplications: { includeServicePrincipals: ['x'] } }
    expect(
      partOf({ conditionalAccessPolicies: [{ id: 'p', conditions }] }, 'policies'),
    ).toMatchObject({ value: [{ clientApplications: { includeServicePrincipals: ['x'] } }] })
  })

  test('excluded targets of the methods policy are kept', () => {
    const authenticationMethodsPolicy = {
      authenticationMethodConfigurations: [
        { id: 'Sms', state: 'enabled', excludeTargets: [{ id: 'G', targetType: 'group' }] },
      ],
      reportSuspiciousActivitySettings: { state: 'enabled', excludeTarget: { id: 'G' } },
    }
    expect(partOf({ authenticationMethodsPolicy }, 'methodsPolicy')).toMatchObject({
      value: {
        authenticationMethodConfigurations: [{ excludeTargets: [{ id: 'g' }] }],
        reportSuspiciousActivitySettings: { excludeTarget: { id: 'g' } },
      },
    })
  })
})

describe('roles', () => {
  const assignment = { roleDefinitionId: 'D', principalId: 'A', directoryScopeId: '/' }

  test('a definition gives the template id; without definitions the id is the template id', () => {
    const roleDefinitions = [{ id: 'd', templateId: GLOBAL_ADMINISTRATOR }]
    const roleAssignments = [assignment]
    expect(partOf({ roleAssignments, roleDefinitions }, 'roleAssignments')).toMatchObject({
      value: [{ roleTemplateId: GLOBAL_ADMINISTRATOR, principalId: 'a', scope: '/' }],
    })
    expect(partOf({ roleAssignments }, 'roleAssignments')).toMatchObject({
      value: [{ roleTemplateId: 'd' }],
    })
  })

  test.each([
    [{ principal: { '@odata.type': '#microsoft.graph.group' } }, {}, 'group'],
    [{ principal: null }, { users: [{ id: 'a' }] }, 'user'],
    [{}, { servicePrincipals: [{ id: 'A' }] }, 'servicePrincipal'],
    [{}, { groups: [{ id: 'A' }] }, 'group'],
    [{}, { groupMembers: { A: [] } }, 'group'],
    [{}, {}, null],
  ])('the kind of a holder: %j, %j: %s', (changes, others, principalKind) => {
    const roleAssignments = [{ ...assignment, ...changes }]
    expect(partOf({ roleAssignments, ...others }, 'roleAssignments')).toMatchObject({
      value: [{ principalKind }],
    })
  })

  test('activated roles with their members serve where assignments are absent', () => {
    const directoryRoles = [
      {
        roleTemplateId: GLOBAL_ADMINISTRATOR,
        members: [{ id: 'A', '@odata.type': '#microsoft.graph.user' }],
      },
    ]
    expect(partOf({ directoryRoles }, 'roleAssignments')).toMatchObject({
      value: [
        {
          roleTemplateId: GLOBAL_ADMINISTRATOR,
          principalId: 'a',
          principalKind: 'user',
          scope: '/',
        },
      ],
    })
    expect(partOf({ directoryRoles, roleAssignments: [] }, 'roleAssignments')).toEqual({
      value: [],
    })
    const unread = { roleAssignments: 'noPermission' }
    const withoutMembers = [...directoryRoles, { roleTemplateId: 'x' }]
    expect(partOf({ directoryRoles: withoutMembers, unread }, 'roleAssignments')).toEqual({
      absent: 'noPermission',
    })
  })
})

test('permissions are named by Microsoft Graph and by the resources that were read', () => {
  const appRoleAssignments = ['19dbc75e-c2e2-444c-a770-ec69d8559fc7', 'R', 'S'].map(
    (appRoleId) => ({
      appRoleId,
      principalId: 'p',
    }),
  )
  const servicePrincipals = [{ id: 'e', appRoles: [{ id: 'r', value: 'full_access_as_app' }] }]
  expect(partOf({ appRoleAssignments, servicePrincipals }, 'appRoleAssignments')).toMatchObject({
    value: [
      { permission: 'Directory.ReadWrite.All' },
      { permission: 'full_access_as_app' },
      { permission: null },
    ],
  })
})

test('the report on active users leaves out workloads that it does not have', () => {
  const activeUserDetail = [
    {
      userPrincipalName: 'a@x',
      exchangeLastActivityDate: '2026-11-01',
      teamsLastActivityDate: null,
    },
    { userPrincipalName: '0123456789abcdef0123456789ABCDEF', isDeleted: true },
  ]
  expect(partOf({ activeUserDetail }, 'activeUsers')).toMatchObject({
    value: [
      {
        isConcealed: false,
        isDeleted: false,
        lastActivityDates: { exchange: '2026-11-01', teams: null },
      },
      { isConcealed: true, isDeleted: true, lastActivityDates: {} },
    ],
  })
})

test('dns is a list of domains or an object of records by domain', () => {
  const records = {
    mx: [{ exchange: 'mx.x', priority: 1 }, 'mx2.x'],
    txt: [['v=spf1 ', '-all'], 'b'],
    dmarc: null,
    dkim: { selector1: ['s1'], selector2: null },
  }
  const value = [
    {
      domain: 'x',
      mx: ['mx.x', 'mx2.x'],
      txt: ['v=spf1 -all', 'b'],
      dmarc: null,
      dkim: { selector1: 's1', selector2: null },
    },
  ]
  expect(partOf({ dns: { x: records } }, 'dns')).toEqual({ value })
  expect(partOf({ dns: [{ domain: 'x', ...records }] }, 'dns')).toEqual({ value })
})

test('a deleted group has no members', () => {
  expect(
    partOf({ groupMembers: { A: ['X'] }, deletedObjectIds: ['A', 'B'] }, 'groupMembers'),
  ).toEqual({
    value: new Map([
      ['a', ['x']],
      ['b', []],
    ]),
  })
})

describe('a group that a policy excludes', () => {
  const excluded = {
    users: [{ id: 'x', accountEnabled: true, userType: 'Member' }],
    subscribedSkus: [
      {
        skuId: 'p1',
        capabilityStatus: 'Enabled',
        servicePlans: [{ servicePlanName: 'AAD_PREMIUM' }],
      },
    ],
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: [
      {
        id: 'p',
        state: 'enabled',
        conditions: {
          users: { includeUsers: ['All'], excludeGroups: ['G'] },
          applications: { includeApplications: ['All'] },
        },
        grantControls: { operator: 'OR', builtInControls: ['mfa'] },
      },
    ],
    groupMembers: {},
  }
  const verdictsOf = (objects: object) => {
    const found = judgeTenant(factsOfGraph({ ...excluded, ...objects }, NOW), NOW)
    return ['ca.mfa-all-users', 'ca.dead-references'].map((id) => found.get(id)?.verdict)
  }

  test('was deleted when it is not among the groups: no members, and a dead reference', () => {
    expect(verdictsOf({ groups: [{ id: 'other' }] })).toEqual(['passed', 'failed'])
    expect(verdictsOf({ groups: null })).toEqual(['passed', 'failed'])
  })

  test('was not read when it is among them and its members are not given', () => {
    expect(verdictsOf({ groups: [{ id: 'g' }] })).toEqual(['notRead', 'passed'])
  })

  test('has unknown members when its membership is hidden and none were returned', () => {
    const groups = [{ id: 'g', visibility: 'HiddenMembership' }]
    expect(verdictsOf({ groups, groupMembers: { G: [] } })).toEqual(['notRead', 'passed'])
    expect(verdictsOf({ groups, groupMembers: { G: [{ id: 'x' }] } })[0]).toBe('passed')
  })

  test('is not known where the groups were not read, unless it was deleted', () => {
    expect(verdictsOf({})).toEqual(['notRead', 'notRead'])
    expect(verdictsOf({ deletedObjectIds: ['G'] })).toEqual(['passed', 'failed'])
  })
})

test('the organization may come in the list that Graph returns', () => {
  expect(partOf({ organization: [{ id: 'o' }] }, 'organization')).toEqual({ value: {} })
})

test('the time of the reading is now when the objects say none', () => {
  expect(factsOfGraph({}, NOW).asOf).toEqual(NOW)
  expect(factsOfGraph({ asOf: '2026-11-01T00:00:00Z' }, NOW).asOf).toEqual(
    new Date('2026-11-01T00:00:00Z'),
  )
  expect(() => factsOfGraph({ asOf: 'x' }, NOW)).toThrow('asOf is not a time')
})

test('emergency accounts are ids in lower case', () => {
  expect(factsOfGraph({ emergencyAccounts: ['A', { id: 'B' }] }, NOW).emergencyAccounts).toEqual(
    new Set(['a', 'b']),
  )
})
