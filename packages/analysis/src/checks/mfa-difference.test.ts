import type { MfaVerdict } from '@tenantscope/contract/mfa'
import type { ShownVerdict } from '@tenantscope/contract/posture'
import { expect, test } from 'vitest'

import { mfaVerdictOf } from '../coverage/mfa-verdict.ts'
import { facts, policy, user } from '../testing/check-facts.ts'
import { facts as coverageFacts } from '../testing/coverage-facts.ts'
import { mfaAllUsers } from './ca/mfa-all-users.ts'
import type { PolicyFacts } from './facts.ts'
import { mfaDifference } from './mfa-difference.ts'

const people = ['a', 'b', 'c'].map((id) => user(id))
const all = policy('all')
const forUsers = (users: PolicyFacts['conditions']['users']) => ({
  ...all,
  conditions: { ...all.conditions, users },
})

/** Both verdicts of a tenant of three people with P1, and the sentences. */
function bothOf(policies: PolicyFacts[]) {
  const check = mfaAllUsers.judge(facts({ users: people, policies }), new Date())
  const { verdict } = mfaVerdictOf(
    coverageFacts({ people: { value: people }, policies: { value: policies } }),
  )
  return {
    mfa: verdict,
    check: check.verdict,
    why: mfaDifference({ mfa: verdict, check }).join(' '),
  }
}

test('one excluded person is within the limit of the check, and not covered', () => {
  const found = bothOf([forUsers({ includeUsers: ['All'], excludeUsers: ['a'] })])
  expect(found).toMatchObject({ mfa: 'partial', check: 'passed' })
  expect(found.why).toContain('passes with up to 5 or 5 % of people excluded. Excluded here: 1.')
  expect(found.why).toContain('allows no exclusion')
})

test('legacy authentication that is left open is a check of its own', () => {
  const clientAppTypes = ['browser', 'mobileAppsAndDesktopClients']
  const found = bothOf([{ ...all, conditions: { ...all.conditions, clientAppTypes } }])
  expect(found).toMatchObject({ mfa: 'none', check: 'passed' })
  expect(found.why).toContain('Excluded here: 0.')
  expect(found.why).toContain('Legacy authentication must be blocked too')
})

test('people who are named one by one are covered, and the policies leave out later ones', () => {
  const found = bothOf([forUsers({ includeUsers: ['a', 'b', 'c'] })])
  expect(found).toMatchObject({ mfa: 'required', check: 'failed' })
  expect(found.why).toContain('A later user may have no policy.')
  expect(found.why).toContain('all of them are covered')
})

test('where both say the same there is nothing to explain', () => {
  expect(bothOf([all])).toEqual({ mfa: 'required', check: 'passed', why: '' })
  expect(bothOf([])).toEqual({ mfa: 'none', check: 'failed', why: '' })
})

test.each<[ShownVerdict, MfaVerdict, RegExp | null]>([
  ['excepted', 'none', /risk of the check is accepted/u],
  ['excepted', 'required', null],
  ['notLicensed', 'none', /needs Microsoft Entra ID P1/u],
  ['notRead', 'partial', /was not read/u],
  ['notRead', 'notKnown', null],
  ['noPermission', 'notKnown', null],
  ['failed', 'notKnown', /not known whether all/u],
  ['passed', 'notKnown', /not known whether all/u],
  ['passed', 'requiredBySecurityDefaults', null],
])('a check that is %s beside %s', (verdict, mfa, expected) => {
  const why = mfaDifference({ mfa, check: { verdict, counts: {} } }).join(' ')
  expect(why).toMatch(expected ?? /^$/u)
})
