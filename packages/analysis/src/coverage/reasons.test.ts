import { expect, test } from 'vitest'

import { facts, person, policy } from '../testing/coverage-facts.ts'
import type { CoverageFacts, CoveragePolicy } from './facts.ts'
import { mfaReasonText } from './mfa-text.ts'
import { mfaVerdictOf } from './mfa-verdict.ts'

const withoutP1 = { hasEntraP1: false }

const reasonsOf = (policies: CoveragePolicy[], more: Partial<CoverageFacts> = {}) =>
  mfaVerdictOf(facts({ policies: { value: policies }, ...more })).reasons.map((reason) =>
    mfaReasonText(reason).replaceAll(/[\u2068\u2069]/gu, ''),
  )

test.each<[string, string[], string[]]>([
  [
    'a tenant without P1 and without security defaults',
    reasonsOf([], withoutP1),
    ['No security defaults and no Conditional Access were found. Per-user MFA is not read.'],
  ],
  [
    'the same with per-user MFA read',
    reasonsOf([], { ...withoutP1, perUserMfa: { value: new Set(['ada']) } }),
    ['No security defaults and no Conditional Access were found. Per-user MFA is on for 1 person.'],
  ],
  [
    'per-user MFA of people who are blocked, guests or gone since',
    reasonsOf([], {
      ...withoutP1,
      people: {
        value: [
          person('ada'),
          person('ben', { accountEnabled: false }),
          person('gus', { userType: 'Guest' }),
        ],
      },
      perUserMfa: { value: new Set(['ADA', 'ben', 'gus', 'gone']) },
    }),
    ['No security defaults and no Conditional Access were found. Per-user MFA is on for 1 person.'],
  ],
  [
    'an exclusion',
    reasonsOf([policy({ users: { includeUsers: ['All'], excludeUsers: ['ada'] } })]),
    [
      '1 person is not covered when they use Office 365 in a browser on an unmanaged Windows device.',
      '1 person is not covered when they use Office 365 in a desktop app on an unmanaged Windows device.',
      '1 person is not covered when they use Office 365 in a mobile app on an unmanaged iOS device.',
      '1 person is not covered because legacy authentication is not blocked for them.',
      '1 person is not covered when they use the Microsoft admin portals on an unmanaged Windows device.',
      "'mfa-for-all' excludes 1 person whom no other policy covers.",
    ],
  ],
  [
    'a report-only policy',
    reasonsOf([policy({ state: 'enabledForReportingButNotEnforced' })]),
    [
      'Security defaults are off, and no enabled Conditional Access policy requires anything of ordinary sign-ins.',
      "'mfa-for-all' is report-only and enforces nothing.",
    ],
  ],
  [
    'a block of all sign-ins from outside',
    reasonsOf([policy({ grant: { operator: 'OR', builtInControls: ['block'] } })]),
    ['3 people are covered because sign-ins are blocked, not because MFA is requested.'],
  ],
  [
    'a condition that is not known',
    reasonsOf([policy({ conditions: { unknown: ['agentIdRiskLevels'] } })]).slice(-1),
    [
      "'mfa-for-all' has settings that this version does not know (agentIdRiskLevels). It does not count.",
    ],
  ],
  [
    'a limited policy beside one that covers everybody',
    reasonsOf([
      policy({ id: 'all' }),
      policy({ id: 'risky', conditions: { signInRiskLevels: ['high'] } }),
      policy({
        id: 'legacy',
        conditions: { clientAppTypes: ['other'] },
        grant: { operator: 'OR', builtInControls: ['block'] },
      }),
    ]),
    [],
  ],
  [
    'a risk-based policy',
    reasonsOf([policy({ conditions: { signInRiskLevels: ['high'] } })]),
    [
      'Security defaults are off, and no enabled Conditional Access policy requires anything of ordinary sign-ins.',
      "'mfa-for-all' is limited by sign-in risk.",
    ],
  ],
])('%s has its reasons', (_, reasons, expected) => {
  expect(reasons).toEqual(expected)
})

test('at most eight policies are listed, and the others are counted', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    policy({ id: `${index}`, state: 'enabledForReportingButNotEnforced' }),
  )
  const reasons = reasonsOf(many)
  expect(reasons).toHaveLength(1 + 8 + 1)
  expect(reasons.at(-1)).toBe('22 further policy remarks are not listed.')
})

test('long names are cut between characters', () => {
  const long = `${'x'.repeat(119)}${'👩'.repeat(9)}`
  const [reason] = mfaVerdictOf(
    facts({
      policies: { value: [{ ...policy({ conditions: { unknown: [long] } }), displayName: long }] },
    }),
  ).reasons.filter(({ kind }) => kind === 'policy')
  const cut = `${'x'.repeat(119)}👩…`
  expect(reason).toMatchObject({ policyName: cut, details: [cut] })
})

test.each([
  ['excludes', "'MFA' excludes members whom no other policy covers. Their number is not known."],
  ['reaches', "'MFA' does not apply to all members. Their number is not known."],
] as const)('an unknown number of people whom a policy %s is no zero', (gap, text) => {
  const reason = { kind: 'policy', gap, policyName: 'MFA', people: null } as const
  expect(mfaReasonText({ ...reason, details: [] }).replaceAll(/[\u2068\u2069]/gu, '')).toBe(text)
})
