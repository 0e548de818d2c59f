import type { SavingsSummary } from '@tenantscope/contract/savings'
import type { TenantFigures } from '@tenantscope/contract/tenants'

/** Returns the possible savings of a tenant in the currency of sums over tenants. */
export const savingsInTotals = (figures: TenantFigures): SavingsSummary =>
  figures.savingsInTotals ?? figures.savings

/**
 * Returns the possible savings of a tenant per month, in the currency of sums. Undefined, not zero, when
 * the tenant has no figures or no amount of its removable seats is known.
 */
export const knownSavings = (figures: TenantFigures | null): number | undefined =>
  figures === null ? undefined : knownAmount(savingsInTotals(figures))

/** Returns the amount of a sum; undefined when no amount of its removable seats is known. */
export function knownAmount(savings: SavingsSummary): number | undefined {
  const { monthlyAmount, removableSeats, unpricedSeats } = savings
  return removableSeats > 0 && unpricedSeats >= removableSeats ? undefined : monthlyAmount
}
