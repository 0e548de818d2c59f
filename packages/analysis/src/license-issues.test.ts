import { expect, test } from 'vitest'

import { issuesOf, sumIssues } from './license-issues.ts'
import { removableSentence } from './savings-sentence.ts'

const PAID: Parameters<typeof issuesOf>[0] = {
  skuId: 'SKU',
  kind: 'paid',
  usable: 54,
  consumedUnits: 50,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
}
const subscription = (status: string, nextLifecycle: string | null, skuId = 'sku') => ({
  skuId,
  status,
  isTrial: false,
  totalLicenses: 9,
  createdDateTime: null,
  nextLifecycleDateTime: nextLifecycle === null ? null : new Date(nextLifecycle),
})
const issues = (changes: Partial<typeof PAID>, subscriptions = [subscription('Enabled', null)]) =>
  issuesOf({ ...PAID, ...changes }, subscriptions).map(({ kind, seats, endsAt }) => [
    kind,
    seats,
    endsAt,
  ])

test.each<[string, Partial<typeof PAID>, unknown[]]>([
  ['nothing', {}, []],
  ['62 of 54', { consumedUnits: 62 }, [['overallocated', 8, null]]],
  ['7 of 0', { usable: 0, consumedUnits: 7 }, [['unentitled', 7, null]]],
  ['suspended and locked out', { suspendedUnits: 4, lockedOutUnits: 2 }, [['suspended', 6, null]]],
  ['a retired SKU', { kind: 'retired' }, [['retired', 54, null]]],
  ['negative counts', { warningUnits: -1, suspendedUnits: -3 }, []],
])('the problems of a license: %s', (_, changes, expected) => {
  expect(issues(changes)).toEqual(expected)
})

test('a grace period ends with the next date of its own subscription, the earliest first', () => {
  const end = '2027-01-05T00:00:00.000Z'
  expect(
    issues({ warningUnits: 9 }, [
      subscription('Enabled', '2026-12-01T00:00:00.000Z'),
      subscription('Warning', '2027-02-01T00:00:00.000Z'),
      subscription('warning', end),
      subscription('Warning', '2026-12-02T00:00:00.000Z', 'other'),
    ]),
  ).toEqual([['grace', 9, end]])
  expect(issues({ warningUnits: 9 })).toEqual([['grace', 9, null]])
})

const grace = (endsAt: string | null) => ({
  issues: [{ kind: 'grace' as const, seats: 2, endsAt }],
})

test('problems are summed by kind with the earliest end', () => {
  expect(
    sumIssues([grace(null), grace('2027-02-01T00:00:00Z'), grace('2027-01-01T00:00:00Z')]),
  ).toEqual([{ kind: 'grace', licenses: 3, seats: 6, endsAt: '2027-01-01T00:00:00Z' }])
  expect(sumIssues([{ issues: [] }])).toEqual([])
})

test('the sentence of removable seats adds up', () => {
  const none = {
    removableSeats: 0,
    unassignedSeats: 0,
    heldSeats: 0,
    keptSeats: 0,
    unpricedSeats: 0,
  }
  expect(
    removableSentence(
      {
        removableSeats: 359,
        unassignedSeats: 253,
        heldSeats: 106,
        keptSeats: 5,
        unpricedSeats: 32,
      },
      String,
    ),
  ).toBe(
    '253 unassigned + 106 held by blocked users or guests = 359 removable seats; 32 without a price; 5 more unassigned, kept or on trial',
  )
  expect(removableSentence(none, String)).toBe('No removable seats')
})
