import type { MfaVerdict } from '@tenantscope/contract/mfa'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { facts, person, policy } from '../testing/coverage-facts.ts'
import { expectedCoverage, expectedSituation, expectedVerdict } from '../testing/coverage-oracle.ts'
import { coverageOf } from './coverage.ts'
import { explain } from './explanation.ts'
import type { CoverageFacts, CoveragePolicy, PersonFacts, PolicyGrant } from './facts.ts'
import { mfaVerdictOf } from './mfa-verdict.ts'

/** Random policy sets: 300 with `npm test`, 10,000 with `npm run test:all`, each batch a test. */
const RUNS = process.env['TENANTSCOPE_TESTS'] === 'short' ? 300 : 500
const BATCHES =
  process.env['TENANTSCOPE_TESTS'] === 'short' ? [1] : Array.from({ length: 20 }, (_, at) => at + 1)

const PEOPLE: readonly PersonFacts[] = [
  person('p1'),
  person('p2', { userType: null }),
  person('p3', { externalUserState: 'Accepted' }),
  person('p4', { userType: 'Guest', externalUserState: 'PendingAcceptance' }),
  person('p5', { userType: 'Guest' }),
  person('p6', { accountEnabled: false }),
  person('p7', { isAgent: true }),
]
const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)
const some = <Value>(...values: readonly Value[]) => fc.subarray([...values], { maxLength: 2 })
const mostly = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: other, weight: 1 })

const guests = fc.option(
  fc.record({
    guestOrExternalUserTypes: pick(
      'internalGuest',
      'b2bCollaborationGuest,serviceProvider',
      'b2bCollaborationMember',
    ),
    externalTenants: fc.option(fc.record({ membershipKind: pick('all', 'enumerated') })),
  }),
  { freq: 4 },
)
const users = fc.record({
  includeUsers: pick(['All'], ['All'], ['p1', 'p2'], ['GuestsOrExternalUsers'], ['None'], []),
  excludeUsers: mostly([], some('p1', 'p2', 'p3', 'GuestsOrExternalUsers')),
  includeGroups: mostly([], some('g1', 'g2', 'unread', 'absent')),
  excludeGroups: mostly([], some('g1', 'g2', 'unread', 'absent')),
  includeRoles: mostly([], some('r1', 'r2')),
  excludeRoles: mostly([], some('r1', 'r2')),
  includeGuestsOrExternalUsers: mostly(null, guests),
  excludeGuestsOrExternalUsers: mostly(null, guests),
})
const applications = fc.record({
  includeApplications: pick(
    ['All'],
    ['All'],
    ['Office365'],
    ['Office365', 'MicrosoftAdminPortals'],
    ['MicrosoftAdminPortals'],
    ['None'],
    [],
    ['AllAgentIdResources'],
  ),
  excludeApplications: mostly([], some('Office365', 'MicrosoftAdminPortals')),
  applicationFilter: mostly(null, pick({ mode: 'include', rule: 'x' })),
})
const conditions = fc.record({
  clientAppTypes: pick(
    ['all'],
    ['all'],
    [],
    ['browser', 'mobileAppsAndDesktopClients'],
    ['exchangeActiveSync', 'other'],
    ['all', 'unknownFutureValue'],
  ),
  signInRiskLevels: mostly([], some('high', 'none')),
  userRiskLevels: mostly([], some('high', 'none')),
  insiderRiskLevels: mostly(null, pick('minor,elevated')),
  platforms: mostly(
    null,
    fc.record({
      includePlatforms: pick(['all'], ['iOS'], ['windows', 'macOS'], ['telepathy']),
      excludePlatforms: mostly([], some('windows', 'iOS')),
    }),
  ),
  locations: mostly(
    null,
    fc.record({
      includeLocations: pick(['All'], ['AllTrusted'], ['office']),
      excludeLocations: some('AllTrusted', 'office'),
    }),
  ),
  devices: mostly(null, pick({ deviceFilter: { mode: 'include', rule: 'x' } })),
  authenticationFlows: mostly(
    null,
    pick(
      { transferMethods: 'deviceCodeFlow' },
      { transferMethods: 'authenticationTransfer' },
      { transferMethods: 'deviceCodeFlow,authenticationTransfer' },
    ),
  ),
  unknown: mostly([], pick(['agentIdRiskLevels'])),
})
const grant: fc.Arbitrary<PolicyGrant | null> = fc.option(
  fc.record({
    operator: pick('OR', 'AND', null),
    builtInControls: fc.oneof(
      pick<readonly string[]>(['mfa'], ['mfa'], ['block']),
      some('mfa', 'compliantDevice', 'approvedApplication', 'passwordChange', 'teleportation'),
    ),
    termsOfUse: mostly([], pick(['terms'])),
    customAuthenticationFactors: mostly([], pick(['duo'])),
    authenticationStrength: mostly(
      null,
      fc.record({
        allowedCombinations: fc.subarray(
          [
            'fido2',
            'windowsHelloForBusiness',
            'password,sms',
            'temporaryAccessPassOneTime',
            'password',
          ],
          { minLength: 1 },
        ),
      }),
    ),
  }),
  { freq: 20 },
)
const policies: fc.Arbitrary<CoveragePolicy[]> = fc
  .array(
    fc.record({
      state: mostly(
        'enabled',
        pick('enabledForReportingButNotEnforced', 'disabled', 'somethingNew'),
      ),
      users,
      applications,
      conditions,
      grant,
    }),
    { maxLength: 4 },
  )
  .map((drafts) => drafts.map((draft, index) => policy({ id: `policy-${index}`, ...draft })))

const tenants: fc.Arbitrary<CoverageFacts> = policies.map((value) =>
  facts({
    people: { value: PEOPLE },
    groupMembers: {
      value: new Map([
        ['g1', ['p1', 'p4']],
        ['g2', ['p2', 'p3', 'stranger']],
        ['unread', null],
      ]),
    },
    roleAssignments: {
      value: [
        { roleTemplateId: 'r1', principalId: 'p1', principalKind: 'user', scope: '/' },
        { roleTemplateId: 'r1', principalId: 'g2', principalKind: 'group', scope: '/' },
        { roleTemplateId: 'r2', principalId: 'p2', principalKind: 'user', scope: '/units/1' },
      ],
    },
    policies: { value },
  }),
)

describe.each(BATCHES)(
  'an oracle that goes person by person and situation by situation, batch %i',
  () => {
    test('finds the same outcome, coverage, count and verdict', () => {
      fc.assert(
        fc.property(tenants, (given) => {
          const covered = coverageOf(given)
          const found = covered?.people.map(({ id }, index) => ({
            id,
            coverage: covered.classes[covered.classOf[index] ?? -1]?.coverage,
            situations: explain(covered, index).map(({ outcome, coverage }) => [outcome, coverage]),
          }))
          const enabled = PEOPLE.filter(
            ({ accountEnabled, isAgent }) => accountEnabled !== false && isAgent !== true,
          )
          const expected = enabled.map((who) => ({
            id: who.id,
            coverage: expectedCoverage(given, who),
            situations: [1, 2, 3, 4, 5, 6, 7].map((number) => {
              const { outcome, coverage } = expectedSituation(given, who, number)
              return [outcome, coverage]
            }),
          }))
          const members = expected.filter(({ id }) => id !== 'p4' && id !== 'p5')
          const open = members.filter(({ coverage }) => coverage === 'notCovered')
          const { verdict, counts } = mfaVerdictOf(given)
          expect([found, counts?.membersNotCovered, verdict]).toEqual([
            expected,
            open.length,
            expectedVerdict(given),
          ])
        }),
        { numRuns: RUNS },
      )
    })

    test('a further enabled policy never takes coverage away', () => {
      fc.assert(
        fc.property(tenants, policies, (given, more) => {
          expect(coveredIds(withPolicies(given, more))).toEqual(
            expect.arrayContaining(coveredIds(given)),
          )
        }),
        { numRuns: RUNS },
      )
    })

    test.each(Object.entries(POWERLESS))(
      'a further policy that is %s never improves the verdict',
      (_, change) => {
        fc.assert(
          fc.property(tenants, policies, (given, more) => {
            const changed = withPolicies(given, more.map(change))
            expect(coveredIds(changed)).toEqual(coveredIds(given))
            const [before, after] = [given, changed].map((each) => mfaVerdictOf(each).verdict)
            expect(BETTER_THAN[before ?? 'none']).not.toContain(after)
          }),
          { numRuns: RUNS },
        )
      },
    )
  },
)

/** Each makes a policy one that must not count. */
const POWERLESS: Readonly<Record<string, (each: CoveragePolicy) => CoveragePolicy>> = {
  'report-only': (each) => ({ ...each, state: 'enabledForReportingButNotEnforced' }),
  'limited by risk': (each) => withConditions(each, { signInRiskLevels: ['high', 'medium'] }),
  'not readable': (each) => withConditions(each, { unknown: ['somethingNew'] }),
}

/** 'Not known' is never better: it says less. */
const BETTER_THAN: Readonly<Record<MfaVerdict, readonly MfaVerdict[]>> = {
  none: ['partial', 'required', 'requiredBySecurityDefaults'],
  notKnown: ['partial', 'required', 'requiredBySecurityDefaults'],
  partial: ['required', 'requiredBySecurityDefaults'],
  required: ['requiredBySecurityDefaults'],
  requiredBySecurityDefaults: [],
}

const withConditions = (
  each: CoveragePolicy,
  conditions: CoveragePolicy['conditions'],
): CoveragePolicy => ({ ...each, conditions: { ...each.conditions, ...conditions } })

function withPolicies(given: CoverageFacts, more: readonly CoveragePolicy[]): CoverageFacts {
  const own = 'value' in given.policies ? given.policies.value : []
  return { ...given, policies: { value: [...own, ...more] } }
}

function coveredIds(given: CoverageFacts): string[] {
  const covered = coverageOf(given)
  return (covered?.people ?? []).flatMap(({ id }, index) =>
    covered?.classes[covered.classOf[index] ?? -1]?.coverage === 'covered' ? [id] : [],
  )
}

test('a person is explained: by which policies, and from which they are excluded', () => {
  const covered = coverageOf(
    facts({
      policies: {
        value: [
          policy({ id: 'all', users: { includeUsers: ['All'], excludeUsers: ['ada'] } }),
          policy({
            id: 'portals',
            applications: { includeApplications: ['MicrosoftAdminPortals'] },
          }),
        ],
      },
    }),
  )
  expect(
    covered && explain(covered, 0).filter(({ situation }) => [2, 6].includes(situation)),
  ).toEqual([
    {
      situation: 2,
      outcome: 'nothing',
      coverage: 'notCovered',
      policyIds: [],
      excludedFrom: ['all'],
      notKnown: [],
    },
    {
      situation: 6,
      outcome: 'mfa',
      coverage: 'covered',
      policyIds: ['portals'],
      excludedFrom: ['all'],
      notKnown: [],
    },
  ])
})
