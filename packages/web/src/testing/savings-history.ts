import type { SavingsHistory } from '@tenantscope/contract/savings-history'

/** Before the first month is recorded. */
export const noSavingsHistory: SavingsHistory = {
  currency: 'USD',
  months: [],
  realized: { monthlyAmount: 0, total: 0, renewals: 0, unknown: 0 },
}
