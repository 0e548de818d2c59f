import type { CoveredPerson } from '@tenantscope/contract/coverage'
import { expect, test } from 'vitest'

import {
  personReasons,
  SITUATION_TEXTS,
  situationName,
  situationRemedies,
} from './situation-text.ts'
import { SITUATIONS } from './situations.ts'

const NOTHING = {
  outcome: 'nothing',
  coverage: 'notCovered',
  policyIds: [],
  excludedFrom: [],
  notKnown: [],
} as const satisfies Partial<CoveredPerson['situations'][number]>

function personIn(situations: readonly object[]): CoveredPerson {
  return {
    userId: 'user-1',
    displayName: 'Adele Vance',
    userPrincipalName: 'adele@contoso.com',
    isGuest: false,
    isEmergencyAccount: false,
    coverage: 'notCovered',
    situations: situations.map((each, index) => ({ situation: index + 1, ...NOTHING, ...each })),
    remedies: [],
  }
}

test('every situation has a text, and the same ones count', () => {
  expect(SITUATION_TEXTS.map(({ number, isCounted }) => [number, isCounted])).toEqual(
    SITUATIONS.map(({ number, counts }) => [number, counts !== null]),
  )
  expect(situationName(4)).toBe('Mobile app')
})

test('the reasons of a person name each policy once, only in situations that count', () => {
  const excluded = { excludedFrom: ['mfa-all'] }
  const person = personIn([
    { excludedFrom: ['not-counted'] },
    excluded,
    { ...excluded, notKnown: ['group-mfa'] },
    { outcome: 'otherControl', policyIds: ['compliant'] },
    { coverage: 'covered', outcome: 'blocked', policyIds: ['legacy'] },
  ])
  expect(personReasons(person)).toEqual([
    { text: 'Excluded from', policyIds: ['mfa-all'] },
    { text: 'Not known whether the policy applies:', policyIds: ['group-mfa'] },
    { text: 'Requires only another control:', policyIds: ['compliant'] },
  ])
})

test('a person whom no policy reaches is not described as excluded', () => {
  expect(personReasons(personIn([{}, {}]))).toEqual([{ text: 'No policy applies', policyIds: [] }])
})

test('a remedy says which policy would cover, and what would have to be left out', () => {
  const remedies: CoveredPerson['remedies'] = [
    {
      policyId: 'mfa-all',
      without: { kind: 'role', id: 'role-1', name: null },
      situations: [2, 3],
      coversAll: true,
    },
    { policyId: 'part', without: { kind: 'user' }, situations: [3], coversAll: false },
  ]
  const person = { ...personIn([{}, {}]), remedies }
  const byRole = {
    text: 'Would be covered by',
    policyIds: ['mfa-all'],
    end: 'without the exclusion of the role \u2068role-1\u2069',
  }
  expect(personReasons(person)).toEqual([{ text: 'No policy applies', policyIds: [] }, byRole])
  expect(situationRemedies(person, 2)).toEqual([byRole])
  expect(situationRemedies(person, 3).map(({ end }) => end)).toEqual([
    byRole.end,
    'without the exclusion of this person',
  ])
  expect(situationRemedies(person, 4)).toEqual([])
})
