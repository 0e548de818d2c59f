import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { PolicyFacts } from './conditional-access.ts'
import { aspectName, comparePolicies } from './policy-comparison.ts'
import type { PoliciesOfTenant } from './policy-comparison.ts'

const mfa: PolicyFacts = {
  id: 'mfa',
  displayName: 'MFA for all',
  state: 'enabled',
  conditions: {
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
}

const block: PolicyFacts = {
  ...mfa,
  id: 'block',
  displayName: 'Block legacy',
  conditions: { ...mfa.conditions, clientAppTypes: ['exchangeActiveSync', 'other'] },
  grantControls: { operator: 'OR', builtInControls: ['block'] },
}

const tenant = (
  policies: readonly PolicyFacts[],
  names: Readonly<Record<string, string>> = {},
): PoliciesOfTenant => ({ policies, nameOf: (_, id) => names[id] })

const withUsers = (users: object, more: Partial<PolicyFacts> = {}): PolicyFacts => ({
  ...mfa,
  ...more,
  conditions: { ...mfa.conditions, users: { includeUsers: ['All'], ...users } },
})

test('a policy of the same name and settings is the same, whatever its id is', () => {
  const there = { ...mfa, id: 'other', displayName: ' mfa FOR all ' }
  expect(comparePolicies(tenant([mfa]), tenant([there]))).toEqual({
    pairs: [
      {
        here: { id: 'mfa', displayName: 'MFA for all', state: 'enabled' },
        there: { id: 'other', displayName: ' mfa FOR all ', state: 'enabled' },
        matchedBy: 'name',
        differences: [],
        notCompared: [],
      },
    ],
    onlyHere: [],
    onlyThere: [],
  })
})

test('each aspect that differs is named, with both sides in words', () => {
  const there: PolicyFacts = {
    id: 'other',
    displayName: 'MFA for all',
    state: 'enabledForReportingButNotEnforced',
    conditions: {
      users: { includeUsers: ['None'], includeGroups: ['g'], excludeUsers: ['u'] },
      applications: { includeApplications: ['Office365'] },
      signInRiskLevels: ['high'],
    },
    grantControls: { operator: 'OR', builtInControls: ['block'] },
    sessionControls: { persistentBrowser: { isEnabled: true, mode: 'never' } },
  }
  const [pair] = comparePolicies(tenant([mfa]), tenant([there], { g: 'Sales' })).pairs
  expect(pair?.differences).toEqual([
    { aspect: 'state', here: ['Enabled'], there: ['Report Only'] },
    { aspect: 'included', here: ['Users: All users'], there: ['Users: None', 'Groups: Sales'] },
    { aspect: 'excluded', here: [], there: ['Users: u'] },
    { aspect: 'resources', here: ['Resources: All resources'], there: ['Resources: Office 365'] },
    { aspect: 'conditions', here: [], there: ['Sign-in risk: High'] },
    {
      aspect: 'controls',
      here: ['Access: Require multifactor authentication'],
      there: ['Access: Block access', 'Session: Persistent browser session: never'],
    },
  ])
  expect(pair?.differences.map(({ aspect }) => aspectName(aspect))).toEqual([
    'State',
    'Applies to',
    'Excluded',
    'Resources',
    'Conditions',
    'Controls',
  ])
})

test('objects are compared by name, in any order; without a name by id', () => {
  const here = tenant([withUsers({ excludeGroups: ['a', 'b'] })], { a: 'Sales', b: 'Service' })
  const same = tenant([withUsers({ excludeGroups: ['y', 'x'] })], { x: 'sales', y: 'Service' })
  const differencesTo = (there: PoliciesOfTenant) =>
    comparePolicies(here, there).pairs.map(({ differences }) => differences)
  expect(differencesTo(same)).toEqual([[]])
  expect(differencesTo(tenant([withUsers({ excludeGroups: ['y', 'x'] })]))).toEqual([
    [{ aspect: 'excluded', here: ['Groups: Sales, Service'], there: ['Groups: x, y'] }],
  ])
})

test('a policy under another name is matched by what it does, with other exclusions and state too', () => {
  const renamed = withUsers(
    { excludeUsers: ['u'] },
    { id: 'other', displayName: 'CA001', state: 'disabled' },
  )
  const users = { includeUsers: ['All'], excludeGroups: ['g'] }
  const lone = { ...block, conditions: { ...block.conditions, users } }
  const found = comparePolicies(tenant([mfa, lone], { g: 'Sales' }), tenant([renamed]))
  expect(found.pairs).toMatchObject([
    {
      here: { id: 'mfa' },
      there: { id: 'other' },
      matchedBy: 'settings',
      differences: [{ aspect: 'state' }, { aspect: 'excluded' }],
    },
  ])
  expect(found.onlyHere).toEqual([
    {
      id: 'block',
      displayName: 'Block legacy',
      state: 'enabled',
      lines: [
        'Users: All users',
        'Excluded groups: Sales',
        'Resources: All resources',
        'Client apps: Exchange ActiveSync, Other clients (legacy authentication)',
        'Access: Block access',
      ],
    },
  ])
  expect(found.onlyThere).toEqual([])
})

test('the name decides before the settings', () => {
  const there = [
    { ...mfa, id: 'same-settings', displayName: 'Another' },
    { ...block, id: 'same-name', displayName: 'MFA for all' },
  ]
  const found = comparePolicies(tenant([mfa]), tenant(there))
  expect(found.pairs.map((pair) => [pair.there.id, pair.matchedBy])).toEqual([
    ['same-name', 'name'],
  ])
  expect(found.onlyThere.map(({ id }) => id)).toEqual(['same-settings'])
})

test('of several policies with one name the most similar ones are a pair', () => {
  const twin = { ...block, id: 'block-twin', displayName: 'MFA for all' }
  const there = [
    { ...block, id: 'their-block', displayName: 'MFA for all' },
    { ...mfa, id: 'their-mfa' },
  ]
  const { pairs } = comparePolicies(tenant([mfa, twin]), tenant(there))
  expect(pairs.map((pair) => `${pair.here.id} ${pair.there.id}`).toSorted()).toEqual([
    'block-twin their-block',
    'mfa their-mfa',
  ])
})

test.each<[string, Partial<PolicyFacts>, Partial<PolicyFacts>, object]>([
  [
    'rules of device filters',
    {
      conditions: { ...mfa.conditions, devices: { deviceFilter: { mode: 'exclude', rule: 'a' } } },
    },
    {
      conditions: { ...mfa.conditions, devices: { deviceFilter: { mode: 'exclude', rule: 'b' } } },
    },
    {
      aspect: 'conditions',
      here: ['Device filter: By attributes', 'Device filter: exclude: a'],
      there: ['Device filter: By attributes', 'Device filter: exclude: b'],
    },
  ],
  [
    'combinations of authentication strengths',
    {
      grantControls: {
        authenticationStrength: { displayName: 'Own', allowedCombinations: ['fido2'] },
      },
    },
    {
      grantControls: {
        authenticationStrength: { displayName: 'Own', allowedCombinations: ['sms'] },
      },
    },
    {
      aspect: 'controls',
      here: ['Access: Require authentication strength: Own', 'Allowed combinations: fido2'],
      there: ['Access: Require authentication strength: Own', 'Allowed combinations: sms'],
    },
  ],
])('%s differ although their words are equal', (_, here, there, difference) => {
  const found = comparePolicies(tenant([{ ...mfa, ...here }]), tenant([{ ...mfa, ...there }]))
  expect(found.pairs[0]?.differences).toEqual([difference])
})

const MANY = Array.from({ length: 60 }, (_, index) => `user-${index}`)

test.each<[string, Partial<PolicyFacts>, string[]]>([
  ['a list of more than 50 objects', withUsers({ excludeUsers: MANY }), ['excluded']],
  [
    'guests of listed organizations',
    withUsers({
      excludeGuestsOrExternalUsers: {
        guestOrExternalUserTypes: 'internalGuest',
        externalTenants: { membershipKind: 'enumerated' },
      },
    }),
    ['excluded'],
  ],
  [
    'a condition that is not known',
    { conditions: { ...mfa.conditions, unknown: ['moon'] } },
    ['conditions'],
  ],
  [
    'terms of use',
    { grantControls: { builtInControls: ['mfa'], termsOfUse: ['t'] } },
    ['controls'],
  ],
])('%s on both sides is never said to be the same', (_, more, notCompared) => {
  const policy = { ...mfa, ...more }
  const [pair] = comparePolicies(tenant([policy]), tenant([policy])).pairs
  expect([pair?.differences, pair?.notCompared]).toEqual([[], notCompared])
})

test('differences come first, then what is not compared completely, then what is the same', () => {
  const terms = { ...mfa, id: 't', displayName: 'A', grantControls: { termsOfUse: ['t'] } }
  const here = [{ ...block, displayName: 'B' }, terms, { ...mfa, displayName: 'C' }]
  const there = [{ ...block, displayName: 'B' }, terms, { ...block, displayName: 'C' }]
  const { pairs } = comparePolicies(tenant(here), tenant(there))
  expect(pairs.map((pair) => pair.here.displayName)).toEqual(['C', 'A', 'B'])
})

test('each policy is in the result once, and no name is only here and only there', () => {
  const policy = fc.record({
    name: fc.constantFrom('A', 'a ', 'B', ''),
    state: fc.constantFrom('enabled', 'disabled', 'new'),
    groups: fc.subarray(['g1', 'g2']),
    controls: fc.subarray(['mfa', 'block']),
  })
  const list = (prefix: string) =>
    fc.array(policy, { maxLength: 6 }).map((all) =>
      all.map(({ name, state, groups, controls }, index): PolicyFacts => ({
        id: `${prefix}${index}`,
        displayName: name,
        state,
        conditions: { users: { includeGroups: groups } },
        grantControls: { builtInControls: controls },
      })),
    )
  fc.assert(
    fc.property(list('h'), list('t'), (mine, theirs) => {
      const found = comparePolicies(tenant(mine), tenant(theirs))
      const ids = [...found.pairs.map(({ here }) => here.id), ...found.onlyHere.map(({ id }) => id)]
      expect(ids.toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
      const other = [
        ...found.pairs.map(({ there }) => there.id),
        ...found.onlyThere.map(({ id }) => id),
      ]
      expect(other.toSorted()).toEqual(theirs.map(({ id }) => id).toSorted())
      const names = new Set(found.onlyHere.map(({ displayName }) => displayName))
      expect(found.onlyThere.filter(({ displayName }) => names.has(displayName))).toEqual([])
    }),
  )
})
