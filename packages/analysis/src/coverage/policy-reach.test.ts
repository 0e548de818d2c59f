import { expect, test } from 'vitest'

import { coverageOf, finished } from './coverage.ts'
import type { CoverageFacts, CoveragePolicy } from './facts.ts'
import { reachOfJudged, reachOfOthersSteps } from './policy-reach.ts'

const person = (id: string, userType = 'Member', accountEnabled = true) => ({
  id,
  accountEnabled,
  userType,
  externalUserState: null,
})
const policy = (id: string, changes: Partial<CoveragePolicy> = {}): CoveragePolicy => ({
  id,
  displayName: id,
  state: 'enabled',
  conditions: {
    users: { includeUsers: ['All'], excludeUsers: ['b'], excludeGroups: ['group'] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  ...changes,
})

function factsWith(policies: readonly CoveragePolicy[], members: string[] | null): CoverageFacts {
  const people = [person('a'), person('b'), person('c'), person('g', 'Guest'), person('e')]
  return {
    people: { value: [...people, person('off', 'Member', false)] },
    groupMembers: { value: new Map([['group', members]]) },
    roleAssignments: { value: [] },
    policies: { value: policies },
    securityDefaults: { value: { isEnabled: false } },
    hasEntraP1: true,
    perUserMfa: { absent: 'notRead' },
    emergencyAccounts: ['E'],
  }
}

const NONE = { members: 0, guests: 0, emergencyAccounts: 0 }

test('judged policies and others count the same people', () => {
  const facts = factsWith([policy('on'), policy('off', { state: 'disabled' })], ['c', 'e'])
  const covered = coverageOf(facts)
  const expected = {
    reached: { ...NONE, members: 1, guests: 1 },
    excluded: { ...NONE, members: 2, emergencyAccounts: 1 },
    notKnown: NONE,
    total: { members: 3, guests: 1, emergencyAccounts: 1 },
  }
  expect(covered && reachOfJudged(covered, 'on')).toEqual(expected)
  expect(covered && reachOfJudged(covered, 'off')).toBeNull()
  const others = finished(reachOfOthersSteps(facts, covered))
  expect([...(others ?? [])]).toEqual([['off', expected]])
})

test('with an excluded group that could not be read, only those excluded by id are known', () => {
  const covered = coverageOf(factsWith([policy('on')], null))
  expect(covered && reachOfJudged(covered, 'on')).toMatchObject({
    reached: NONE,
    excluded: { members: 1 },
    notKnown: { members: 2, guests: 1, emergencyAccounts: 1 },
  })
})

test('without people the reach of no policy is known', () => {
  const facts = { ...factsWith([policy('on')], []), people: { absent: 'failed' } as const }
  expect(finished(reachOfOthersSteps(facts, null))).toBeNull()
})
