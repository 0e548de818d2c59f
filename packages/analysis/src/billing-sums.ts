import type { BilledTenant, BilledTotals, MonthTotals } from '@tenantscope/contract/billing-months'

/** The frozen months of a year with their sums. */
export interface BilledYear extends Omit<MonthTotals, 'month' | 'tenants' | 'notRead'> {
  year: string
  months: readonly MonthTotals[]
}

/**
 * Returns the sums of tenants for one month: the sums of their numbers. Tenants without numbers are in none.
 */
export function billedTotals(tenants: readonly Pick<BilledTenant, 'people'>[]): BilledTotals {
  const totals = { billedPeople: 0, blockedPeople: 0, guests: 0, tenants: 0, notRead: 0 }
  for (const { people } of tenants)
    if (people === null) totals.notRead += 1
    else {
      totals.tenants += 1
      totals.billedPeople += people.billedPeople
      totals.blockedPeople += people.blockedPeople
      totals.guests += people.guests
    }
  return totals
}

/** Returns the sums of the tenants with numbers in both months; null when no tenant has both. */
export function billedDifference(
  tenants: readonly Pick<BilledTenant, 'people' | 'before'>[],
): { before: number; people: number; tenants: number } | null {
  const compared = { before: 0, people: 0, tenants: 0 }
  for (const { before, people } of tenants)
    if (before !== null && people !== null) {
      compared.before += before
      compared.people += people.billedPeople
      compared.tenants += 1
    }
  return compared.tenants === 0 ? null : compared
}

/** Returns the years of the months in their order, each with the sum of its months: a person counts in each month. */
export function billedYears(months: readonly MonthTotals[]): BilledYear[] {
  return [...Map.groupBy(months, ({ month }) => month.slice(0, 4))].map(([year, ofYear]) => ({
    year,
    months: ofYear,
    billedPeople: sum(ofYear, 'billedPeople'),
    blockedPeople: sum(ofYear, 'blockedPeople'),
    guests: sum(ofYear, 'guests'),
  }))
}

const sum = (
  months: readonly MonthTotals[],
  key: 'billedPeople' | 'blockedPeople' | 'guests',
): number => months.reduce((total, month) => total + month[key], 0)
