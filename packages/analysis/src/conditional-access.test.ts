import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describePolicies, mfaVerdictOf, policyStateLabel } from './conditional-access.ts'
import type { PolicyFacts } from './conditional-access.ts'

const mfaForAll: PolicyFacts = {
  id: '1',
  displayName: 'Require MFA for all',
  state: 'enabled',
  conditions: {
    users: {
      includeUsers: ['All'],
      includeGroups: [],
      includeRoles: [],
      includeGuestsOrExternalUsers: null,
    },
    applications: { includeApplications: ['All'] },
    userRiskLevels: [],
    signInRiskLevels: [],
    clientAppTypes: ['all'],
    platforms: null,
    locations: null,
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'], authenticationStrength: null },
}

const withConditions = (conditions: Partial<PolicyFacts['conditions']>): PolicyFacts => ({
  ...mfaForAll,
  conditions: { ...mfaForAll.conditions, ...conditions },
})
const withGrant = (grantControls: PolicyFacts['grantControls']): PolicyFacts => ({
  ...mfaForAll,
  grantControls,
})

test.each<[string, PolicyFacts[], string]>([
  ['MFA for all', [mfaForAll], 'required'],
  [
    'an authentication strength for all',
    [withGrant({ operator: 'OR', builtInControls: [], authenticationStrength: { id: 'x' } })],
    'required',
  ],
  [
    'MFA and a compliant device',
    [withGrant({ operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] })],
    'required',
  ],
  [
    'MFA or a compliant device',
    [withGrant({ operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] })],
    'partial',
  ],
  ['report-only MFA', [{ ...mfaForAll, state: 'enabledForReportingButNotEnforced' }], 'absent'],
  ['disabled MFA', [{ ...mfaForAll, state: 'disabled' }], 'absent'],
  ['a state that nobody knows', [{ ...mfaForAll, state: 'somethingNew' }], 'absent'],
  ['MFA at risk only', [withConditions({ signInRiskLevels: ['high'] })], 'partial'],
  [
    'MFA at some places only',
    [withConditions({ locations: { includeLocations: ['x'] } })],
    'partial',
  ],
  [
    'MFA for some platforms only',
    [withConditions({ platforms: { includePlatforms: ['iOS'] } })],
    'partial',
  ],
  [
    'MFA everywhere, written out',
    [
      withConditions({
        locations: { includeLocations: ['All'] },
        platforms: { includePlatforms: ['all'] },
      }),
    ],
    'required',
  ],
  [
    'MFA everywhere but at trusted places',
    [
      withConditions({
        locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] },
      }),
    ],
    'partial',
  ],
  [
    'MFA on some devices only',
    [withConditions({ devices: { deviceFilter: { mode: 'include' } } })],
    'partial',
  ],
  [
    'MFA for one authentication flow',
    [withConditions({ authenticationFlows: { transferMethods: 'deviceCodeFlow' } })],
    'partial',
  ],
  ['MFA at insider risk only', [withConditions({ insiderRiskLevels: 'elevated' })], 'partial'],
  [
    'MFA for all but one application',
    [
      withConditions({
        applications: { includeApplications: ['All'], excludeApplications: ['a'] },
      }),
    ],
    'partial',
  ],
  [
    'MFA for all but administrators',
    [withConditions({ users: { includeUsers: ['All'], excludeRoles: ['a'] } })],
    'partial',
  ],
  ['MFA for old clients only', [withConditions({ clientAppTypes: ['other'] })], 'partial'],
  [
    'MFA for administrators only',
    [withConditions({ users: { includeUsers: [], includeRoles: ['a'] } })],
    'partial',
  ],
  [
    'MFA for one application',
    [withConditions({ applications: { includeApplications: ['a'] } })],
    'partial',
  ],
  ['a policy without grant controls', [withGrant(null)], 'absent'],
  ['a policy of which nothing is known', [{ ...mfaForAll, conditions: {} }], 'partial'],
  ['no policy at all', [], 'absent'],
])('a tenant with Entra ID P1 and %s', (_name, policies, verdict) => {
  expect(mfaVerdictOf({ policies, hasEntraP1: true })).toBe(verdict)
})

test('a tenant without Entra ID P1 is not blamed, but its policies are judged where it has some', () => {
  expect(mfaVerdictOf({ policies: [], hasEntraP1: false })).toBe('notLicensed')
  expect(mfaVerdictOf({ policies: null, hasEntraP1: false })).toBe('notLicensed')
  expect(mfaVerdictOf({ policies: null, hasEntraP1: true })).toBe('unknown')
  expect(mfaVerdictOf({ policies: [mfaForAll], hasEntraP1: false })).toBe('required')
})

test.each<[NonNullable<PolicyFacts['conditions']['users']> | null, string]>([
  [{ includeUsers: ['All'] }, 'All users'],
  [{ includeUsers: ['None'] }, 'None'],
  [{ includeUsers: ['GuestsOrExternalUsers'] }, 'Guests or external users'],
  [
    { includeUsers: [], includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'b2b' } },
    'Guests or external users',
  ],
  [{ includeUsers: ['a'] }, '1 user'],
  [
    { includeUsers: ['a', 'b', 'c'], includeGroups: ['g', 'h'], includeRoles: ['r'] },
    '3 users + 2 groups, 1 role',
  ],
  [{ includeUsers: null, includeRoles: ['r', 's'] }, '2 roles'],
  [null, 'None'],
  [{ includeUsers: null, includeGroups: null, includeRoles: null }, 'None'],
  [{ includeUsers: ['a', 'a', ' ', ''] }, '1 user'],
  [{ includeUsers: ['None'], includeGroups: ['g'] }, '1 group'],
  [{ includeUsers: ['All', 'a'], includeGroups: ['g'] }, 'All users'],
  [
    { includeUsers: ['a', 'b', 'GuestsOrExternalUsers'], includeGroups: ['g'] },
    '2 users, Guests or external users + 1 group',
  ],
  [{ includeUsers: ['constructor', '__proto__', 'toString'] }, '3 users'],
  [{ includeUsers: ['somethingNew'], includeRoles: ['r', 'r'] }, '1 user + 1 role'],
])('a policy for %j applies to %s', (users, text) => {
  expect(describePolicies([withConditions({ users })]).conditionalAccess[0]?.appliesTo).toBe(text)
})

test('a state that is not known counts in the total only', () => {
  const states = [
    'enabled',
    'enabled',
    'disabled',
    'enabledForReportingButNotEnforced',
    'somethingNew',
  ]
  expect(describePolicies(states.map((state) => ({ ...mfaForAll, state }))).summary).toEqual({
    total: 5,
    enabled: 2,
    disabled: 1,
    reportOnly: 1,
  })
})

test.each([
  ['enabled', 'Enabled'],
  ['disabled', 'Disabled'],
  ['enabledForReportingButNotEnforced', 'Report Only'],
  ['somethingNew', 'somethingNew'],
  ['constructor', 'constructor'],
  ['', ''],
])('the state %j is shown as %j', (state, label) => {
  expect(policyStateLabel(state)).toBe(label)
})

test('whatever Microsoft sends, policies are all there under their own names, and nobody is counted twice', () => {
  const names = fc.option(
    fc.array(fc.constantFrom('All', 'None', 'GuestsOrExternalUsers', 'a', 'b', '', '__proto__')),
    { nil: undefined },
  )
  const policy = fc.record({
    id: fc.string({ minLength: 1 }),
    displayName: fc.constantFrom('<script>', '=1+1', '‮🦄', ' '),
    state: fc.constantFrom('enabled', 'disabled', 'somethingNew', ''),
    conditions: fc.record(
      {
        users: fc.option(
          fc.record(
            { includeUsers: names, includeGroups: names, includeRoles: names },
            { requiredKeys: [] },
          ),
        ),
        clientAppTypes: names,
      },
      { requiredKeys: [] },
    ),
    grantControls: fc.constantFrom(null, {}, { operator: 'XOR', builtInControls: ['mfa', 'new'] }),
  })
  fc.assert(
    fc.property(fc.array(policy), (policies) => {
      const { summary, conditionalAccess } = describePolicies(policies)
      expect(conditionalAccess.map(({ displayName }) => displayName)).toEqual(
        policies.map(({ displayName }) => displayName),
      )
      expect(summary.total).toBe(policies.length)
      expect(summary.enabled + summary.disabled + summary.reportOnly).toBeLessThanOrEqual(
        summary.total,
      )
      for (const { appliesTo } of conditionalAccess)
        expect(appliesTo).toMatch(
          /^(?:All users|None|(?:(?:[1-3] users?|Guests or external users|[1-6] groups?|[1-6] roles?)(?:, | \+ |$))+)$/u,
        )
      expect(['required', 'partial', 'absent']).toContain(
        mfaVerdictOf({ policies, hasEntraP1: true }),
      )
    }),
  )
})
