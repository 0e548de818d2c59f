import type { ReportLicense } from '@tenantscope/contract/report-document'
import { expect, test } from 'vitest'

import {
  reportRemovable,
  reportStatement,
  reportTotals,
  selectionNote,
} from './report-statement.ts'
import { reportLicense as license } from './testing/report-license.ts'

const unpriced = { price: null, monthlySavings: null }
const none = { removableSeats: 0, removableUnassigned: 0, monthlySavings: 0 }
const free = license({
  licenseType: 'free',
  kind: 'free',
  enabledUnits: 1_000_000,
  removableSeats: null,
  ...unpriced,
})
const over = { kind: 'overallocated', seats: 8, endsAt: null } as const
const retired = { kind: 'retired', seats: 100, endsAt: null } as const

test.each<[string, ReportLicense[]]>([
  [
    'It is not known how many of 200 paid seats can be removed.',
    [license(), license({ removableSeats: null, removableUnassigned: undefined })],
  ],
  ['USD 748.00 per month could be saved on 34 of 100 paid seats.', [license(), free]],
  [
    'USD 748.00 per month could be saved on 68 of 200 paid seats, 34 of them without a price.',
    [license(), license(unpriced)],
  ],
  ['34 of 100 paid seats can be removed; their price is unknown.', [license(unpriced)]],
  ['No removable seats were found among 1 paid seat.', [license({ ...none, enabledUnits: 1 })]],
  ['No paid seat is usable.', [license({ ...none, enabledUnits: 0 })]],
  ['This report contains no paid licenses.', [free]],
  [
    'No removable seats were found among 100 paid seats; 1 retired license needs attention.',
    [license({ ...none, issues: [retired] })],
  ],
  [
    'No removable seats were found among 200 paid seats; 16 over-allocated seats and 1 retired license need attention.',
    [license({ ...none, issues: [retired, over] }), license({ ...none, issues: [over] })],
  ],
])('a report opens with: %s', (statement, licenses) => {
  expect(reportStatement({ isRedacted: false, licenses })).toBe(statement)
})

test.each<[string, Partial<ReportLicense>]>([
  ['30 of 100 paid seats are unassigned.', {}],
  ['1 of 100 paid seats is unassigned.', { availableUnits: 1 }],
  ['No unassigned seats were found among 100 paid seats.', { availableUnits: 0 }],
])('a shared report opens without an amount: %s', (statement, changes) => {
  expect(reportStatement({ isRedacted: true, licenses: [license(changes)] })).toBe(statement)
})

test('removable seats that are not known are no zero', () => {
  const licenses = [license(), license({ removableSeats: null, monthlySavings: null })]
  expect(reportTotals({ isRedacted: false, licenses })).toMatchObject({
    paidSeats: 200,
    savings: null,
  })
  expect(reportRemovable({ isRedacted: false, licenses })).toBeNull()
})

test('the removable seats add up, also with those that are kept; amounts do not drift', () => {
  const cents = { monthlySavings: 0.1, removableSeats: 1, removableUnassigned: 1 }
  const licenses = [license(), license(cents), license({ ...cents, monthlySavings: 0.2 })]
  expect(reportTotals({ isRedacted: false, licenses }).savings?.monthlyAmount).toBe(748.3)
  expect(reportRemovable({ isRedacted: false, licenses: [license()] })).toBe(
    '28 unassigned + 6 held by blocked users or guests = 34 removable seats; 2 more unassigned, kept or on trial.',
  )
})

test.each([
  [{ tenantLicenses: 12 }, '3 of 12 licenses were chosen; totals count these only'],
  [
    { tenantLicenses: 12, selection: 'held' as const },
    '3 of 12 licenses have users; totals count these only',
  ],
  [{ tenantLicenses: 3 }, null],
  [{}, null],
])('a selection of %o is named: %s', (report, note) => {
  const summary = { totalUsers: 1, totalLicenses: 3, totalAssignments: 1 }
  expect(selectionNote({ summary, ...report })).toBe(note)
})
