import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makeFailure, makeFigures, makeTenant } from '../../testing/tenants.ts'
import { findingsOf } from './attention.ts'
import { findingText } from './finding-text.ts'

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

test('only a tenant that could require MFA and does not is a finding', () => {
  const verdicts = ['required', 'partial', 'absent', 'notLicensed', 'unknown'] as const
  const tenants = verdicts.map((mfa) =>
    makeTenant({ displayName: mfa, figures: makeFigures({ mfa }) }),
  )
  expect(texts(tenants)).toEqual([
    ['1 tenant without an MFA policy', 'Licensed for Entra ID P1: absent'],
  ])
})

test('of the tenants that could not be read those without consent are named first', () => {
  const busy = makeTenant({ displayName: 'Busy', failure: makeFailure({ code: 'THROTTLED' }) })
  const gone = makeTenant({ displayName: 'Gone', failure: makeFailure() })
  expect(texts([busy, gone])).toEqual([
    ['2 tenants could not be read', 'Consent is missing in 1: Gone, Busy'],
  ])
})

test('a name cannot reorder the sentence that it stands in', () => {
  const [finding] = findingsOf([
    makeTenant({ displayName: 'مؤسسة', failure: makeFailure({ code: 'UNAVAILABLE' }) }),
  ])
  expect(finding && findingText(finding, format).detail).toBe('\u2068مؤسسة\u2069')
})
