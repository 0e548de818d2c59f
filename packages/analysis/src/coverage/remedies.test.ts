import { expect, test } from 'vitest'

import { blockLegacy, facts, person, policy } from '../testing/coverage-facts.ts'
import { coverageOf, finished } from './coverage.ts'
import type { CoverageFacts, PolicyConditions } from './facts.ts'
import { coverageAt } from './not-covered.ts'
import { remediesSteps } from './remedies.ts'

type Users = NonNullable<PolicyConditions['users']>

const PEOPLE = [person('ada'), person('ben'), person('guest', { userType: 'Guest' })]
const MEMBERS = new Map([
  ['g1', ['ada']],
  ['g2', ['ada', 'ben']],
  ['empty', []],
])
const ROLE = {
  roleTemplateId: 'r1',
  principalId: 'ada',
  principalKind: 'user',
  scope: '/',
} as const

const tenantWith = (policies: readonly ReturnType<typeof policy>[]): CoverageFacts =>
  facts({
    people: { value: PEOPLE },
    groupMembers: { value: MEMBERS },
    roleAssignments: { value: [ROLE] },
    policies: { value: policies },
  })

function remediesOf(tenant: CoverageFacts, userId: string) {
  const covered = coverageOf(tenant)
  if (covered === null) throw new Error('The coverage is not known')
  return finished(remediesSteps(covered, tenant)).get(userId) ?? []
}

const excluding = (users: Users) => policy({ users: { includeUsers: ['All'], ...users } })
const ALL = [1, 2, 3, 4, 5, 6, 7]

test.each<[string, Users, string, object]>([
  ['one group', { excludeGroups: ['G1', 'empty'] }, 'ada', { kind: 'group', id: 'G1', name: null }],
  ['the person', { excludeUsers: ['ADA', 'x'] }, 'ada', { kind: 'user' }],
  ['a role', { excludeRoles: ['r1', 'r2'] }, 'ada', { kind: 'role', id: 'r1', name: null }],
  ['guests', { excludeUsers: ['GuestsOrExternalUsers'] }, 'guest', { kind: 'guests' }],
  [
    'guests by type',
    { excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'internalGuest' } },
    'guest',
    { kind: 'guests' },
  ],
])('a policy that excludes %s alone would cover without it', (_, users, userId, without) => {
  expect(remediesOf(tenantWith([excluding(users)]), userId)).toEqual([
    { policyId: 'mfa-for-all', without, situations: ALL, coversAll: true },
  ])
})

test.each<[string, Users]>([
  ['two groups', { excludeGroups: ['g1', 'g2'] }],
  ['a group and the person', { excludeGroups: ['g1'], excludeUsers: ['ada'] }],
  ['a group, and one that could not be read', { excludeGroups: ['g1', 'unread'] }],
  ['all users', { excludeUsers: ['All'] }],
])('no single exclusion is named where a policy excludes %s', (_, users) => {
  expect(remediesOf(tenantWith([excluding(users)]), 'ada')).toEqual([])
})

test('a person in two groups of which one is excluded twice is judged by each exclusion', () => {
  const tenant = tenantWith([excluding({ excludeGroups: ['g2'] })])
  const found = ['ada', 'ben', 'guest'].map((id) => remediesOf(tenant, id).length)
  expect(found).toEqual([1, 1, 0])
})

test.each<[string, PolicyConditions]>([
  ['client', { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] }],
  ['platform', { platforms: { includePlatforms: ['android'] } }],
  ['location', { locations: { includeLocations: ['office'] } }],
  ['userRisk', { userRiskLevels: ['high'] }],
  ['signInRisk', { signInRiskLevels: ['high', 'medium'] }],
  ['insiderRisk', { insiderRiskLevels: 'elevated' }],
  ['flow', { authenticationFlows: { transferMethods: 'deviceCodeFlow' } }],
  ['deviceFilter', { devices: { deviceFilter: { mode: 'include', rule: 'x' } } }],
  [
    'application',
    { applications: { includeApplications: ['All'], excludeApplications: ['Office365'] } },
  ],
])('a policy with a condition of %s alone would cover without it', (condition, conditions) => {
  expect(remediesOf(tenantWith([policy({ conditions })]), 'ada')).toMatchObject([
    { policyId: 'mfa-for-all', without: { kind: 'condition', condition }, coversAll: true },
  ])
})

test.each([
  ['two conditions', { conditions: { signInRiskLevels: ['high'], userRiskLevels: ['high'] } }],
  ['resources of its own', { applications: { includeApplications: ['some-app'] } }],
  [
    'a condition that is not known',
    { conditions: { userRiskLevels: ['high'], unknown: ['moon'] } },
  ],
  ['a control that is no MFA', { conditions: { userRiskLevels: ['high'] }, grant: null }],
  ['the state report-only', { state: 'enabledForReportingButNotEnforced' }],
] as const)('a policy with %s is not named', (_, more) => {
  expect(remediesOf(tenantWith([policy(more)]), 'ada')).toEqual([])
})

test('a remedy that leaves a situation open says so, and comes last', () => {
  const part = policy({
    id: 'part',
    users: { includeUsers: ['All'], excludeGroups: ['g1'] },
    conditions: { clientAppTypes: ['browser'] },
  })
  const whole = { ...excluding({ excludeUsers: ['ada'] }), id: 'whole' }
  const found = remediesOf(tenantWith([part, whole, blockLegacy]), 'ada')
  expect(
    found.map(({ policyId, situations, coversAll }) => [policyId, situations, coversAll]),
  ).toEqual([
    ['whole', [1, 2, 3, 4, 6, 7], true],
    ['part', [1, 2, 6], false],
  ])
})

test('what is named as covering a person covers the person when it is left out', () => {
  const policies = [
    excluding({ excludeGroups: ['g1'] }),
    policy({ id: 'risk', conditions: { signInRiskLevels: ['high'] } }),
  ]
  const named = remediesOf(tenantWith(policies), 'ada').filter(({ coversAll }) => coversAll)
  expect(named.map(({ policyId }) => policyId).toSorted()).toEqual(['mfa-for-all', 'risk'])
  const changed = [
    [excluding({ excludeGroups: [] }), policies[1]!],
    [policies[0]!, policy({ id: 'risk' })],
  ]
  for (const after of changed) {
    const covered = coverageOf(tenantWith(after))
    expect(covered && coverageAt(covered, 0)).toBe('covered')
  }
})

test('people of the page alone have the same remedies as all people', () => {
  const tenant = tenantWith([excluding({ excludeGroups: ['g1', 'g2'], excludeUsers: ['guest'] })])
  const covered = coverageOf(tenant)!
  const all = finished(remediesSteps(covered, tenant))
  const page: CoverageFacts = {
    ...tenant,
    people: { value: [PEOPLE[1]!] },
    groupMembers: {
      value: new Map([
        ['g2', ['ben']],
        ['g1', []],
      ]),
    },
  }
  expect(finished(remediesSteps(covered, page)).get('ben')).toEqual(all.get('ben'))
  expect(all.get('ben')).toHaveLength(1)
})
