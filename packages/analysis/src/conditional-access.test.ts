import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describePolicies, policyStateLabel } from './conditional-access.ts'
import type { PolicyFacts } from './conditional-access.ts'
import { policyDetails } from './policy-details.ts'

const mfaForAll: PolicyFacts = {
  id: '1',
  displayName: 'Require MFA for all',
  state: 'enabled',
  conditions: { users: { includeUsers: ['All'] } },
}

const withConditions = (conditions: PolicyFacts['conditions']): PolicyFacts => ({
  ...mfaForAll,
  conditions,
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

function detailsOf(policy: Partial<PolicyFacts>) {
  const details = policyDetails({ ...mfaForAll, ...policy })
  return Object.fromEntries(details.map(({ label, text }) => [label, text]))
}

test('the details of a policy are its conditions and controls in words', () => {
  expect(
    detailsOf({
      conditions: {
        clientAppTypes: ['browser', 'other'],
        platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS', 'macOS'] },
        signInRiskLevels: ['high', 'somethingNew'],
        authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' },
        unknown: ['moonPhase'],
      },
      grantControls: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice', 'new'] },
      sessionControls: {
        signInFrequency: {
          isEnabled: true,
          type: 'hours',
          value: 4,
          frequencyInterval: 'timeBased',
        },
        persistentBrowser: { isEnabled: true, mode: 'never' },
      },
    }),
  ).toEqual({
    'Client apps': 'Browser, Other clients (legacy authentication)',
    'Device platforms': 'Any',
    'Excluded platforms': 'iOS, macOS',
    'Sign-in risk': 'High, somethingNew',
    'Authentication flows': 'Device code flow, Authentication transfer',
    Access: 'Require multifactor authentication or Require a compliant device or new',
    Session: 'Sign-in frequency: 4 hours. Persistent browser session: never',
    'Not known to this version': 'moonPhase',
  })
})

test.each<[PolicyFacts['grantControls'], string]>([
  [null, 'No grant control'],
  [{}, 'No grant control'],
  [{ builtInControls: ['block', 'mfa'] }, 'Block access'],
  [
    { operator: 'AND', builtInControls: ['mfa'], termsOfUse: ['t'] },
    'Require multifactor authentication and Accept 1 terms of use document',
  ],
  [
    { authenticationStrength: { displayName: 'Phishing-resistant MFA' } },
    'Require authentication strength: Phishing-resistant MFA',
  ],
])('the controls %j are shown as %s', (grantControls, text) => {
  expect(detailsOf({ grantControls })).toEqual({ Access: text })
})

test('an unknown state counts in the total only', () => {
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

test('for any reply of Microsoft, all policies are listed under their own names, and no user is counted twice', () => {
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
    }),
  )
})
