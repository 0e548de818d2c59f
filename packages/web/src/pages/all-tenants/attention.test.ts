import { findingsOf } from '@tenantscope/analysis/tenant-findings'
import type { LicenseIssueKind } from '@tenantscope/contract/licenses'
import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makeFailure, makeFigures, makePosture, makeTenant } from '../../testing/tenants.ts'
import { findingText } from './attention.ts'

const format = createFormat('UTC')

function texts(tenants: Parameters<typeof findingsOf>[0]) {
  return findingsOf(tenants).map((finding) => {
    const { headline, detail } = findingText(finding, format)
    return [headline, detail.replaceAll(/[\u2068\u2069]/g, '')]
  })
}

test('an estate without worries has no finding', () => {
  expect(findingsOf([makeTenant({}), makeTenant({ figures: null })])).toEqual([])
})

test('unused paid seats are summed and the tenants with most of them are named first', () => {
  expect(
    texts([
      makeTenant({ displayName: 'Few', figures: makeFigures({ unassignedPaidSeats: 2 }) }),
      makeTenant({ displayName: 'Most', figures: makeFigures({ unassignedPaidSeats: 1_200 }) }),
      makeTenant({ displayName: 'Some', figures: makeFigures({ unassignedPaidSeats: 30 }) }),
    ]),
  ).toEqual([['1,232 unused paid seats', 'Most in Most (1,200), Some (30) and 1 more']])
})

const issue = (kind: LicenseIssueKind, seats: number, endsAt: string | null = null) =>
  makeFigures({ issues: [{ kind, seats, licenses: 1, endsAt }] })

test('over-allocation, use without entitlement, grace periods, suspended and retired SKUs are findings', () => {
  expect(
    texts([
      makeTenant({ displayName: 'Over', figures: issue('overallocated', 8) }),
      makeTenant({ displayName: 'None', figures: issue('unentitled', 7) }),
      makeTenant({ displayName: 'Late', figures: issue('grace', 20, '2027-03-01T00:00:00Z') }),
      makeTenant({ displayName: 'Soon', figures: issue('grace', 9, '2027-01-05T00:00:00Z') }),
      makeTenant({ displayName: 'Held', figures: issue('suspended', 1) }),
      makeTenant({ displayName: 'Old', figures: issue('retired', 50) }),
      makeTenant({ displayName: 'Gone', status: 'Inactive', figures: null }),
    ]),
  ).toEqual([
    ['8 over-allocated seats', 'Over (8)'],
    ['7 seats used without entitlement', 'None (7)'],
    ['29 seats in the grace period', 'The first ends on Jan 05, 2027: Soon (9), Late (20)'],
    ['1 suspended seat', 'Held (1)'],
    ['1 retired license', 'Old (1)'],
  ])
})

test('tenants whose MFA is partial or none are a finding, the most people first', () => {
  const verdicts = [
    'required',
    'requiredBySecurityDefaults',
    'partial',
    'none',
    'notKnown',
  ] as const
  const tenants = verdicts.map((mfa) =>
    makeTenant({
      displayName: mfa,
      figures: makeFigures({ mfa, mfaNotCovered: mfa === 'none' ? 30 : 2 }),
    }),
  )
  expect(texts(tenants)).toEqual([
    ['2 tenants without MFA for all members', 'None in 1, partial in 1: none, partial'],
  ])
})

test('failed critical checks are a finding, the tenants with most of them first', () => {
  const tenants = [
    makeTenant({ displayName: 'Good' }),
    makeTenant({ displayName: 'New', posture: null }),
    makeTenant({ displayName: 'One', posture: makePosture({ criticalFailed: 1 }) }),
    makeTenant({ displayName: 'Two', posture: makePosture({ criticalFailed: 2 }) }),
  ]
  expect(texts(tenants)).toEqual([
    ['Critical checks failed: 3', 'In 2 tenants, most in Two (2), One (1)'],
  ])
})

test('of the tenants that could not be read those without consent are named first', () => {
  const busy = makeTenant({ displayName: 'Busy', failure: makeFailure({ code: 'THROTTLED' }) })
  const gone = makeTenant({ displayName: 'Gone', failure: makeFailure() })
  expect(texts([busy, gone])).toEqual([
    ['2 tenants could not be read', 'Consent is missing in 1: Gone, Busy'],
  ])
})

test('a name cannot reorder the sentence around it', () => {
  const [finding] = findingsOf([
    makeTenant({ displayName: 'مؤسسة', failure: makeFailure({ code: 'UNAVAILABLE' }) }),
  ])
  expect(finding && findingText(finding, format).detail).toBe('\u2068مؤسسة\u2069')
})
