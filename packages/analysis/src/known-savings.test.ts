import type { SavingsSummary } from '@tenantscope/contract/savings'
import type { TenantFigures } from '@tenantscope/contract/tenants'
import { expect, test } from 'vitest'

import { knownSavings } from './known-savings.ts'
import { addSavings } from './savings.ts'

const figures = (changes: Partial<SavingsSummary>): TenantFigures => ({
  people: 1,
  licensedPeople: 1,
  paidSeats: 1,
  assignedPaidSeats: 1,
  unassignedPaidSeats: 0,
  mfa: 'notKnown',
  mfaNotCovered: null,
  savings: { ...addSavings([], 'USD'), ...changes },
  issues: [],
})

test('savings are known as zero only where they are', () => {
  expect(knownSavings(null)).toBeUndefined()
  expect(knownSavings(figures({}))).toBe(0)
  expect(knownSavings(figures({ removableSeats: 3, unpricedSeats: 3 }))).toBeUndefined()
  expect(knownSavings(figures({ removableSeats: 3, unpricedSeats: 1, monthlyAmount: 44 }))).toBe(44)
})
