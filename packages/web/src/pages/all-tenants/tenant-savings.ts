import type { TenantFigures } from '@tenantscope/contract/tenants'

/**
 * What could be saved in a tenant per month; undefined where it is not known: nothing was read, or of
 * no seat that could go is a price known. That is no zero.
 */
export function knownSavings(figures: TenantFigures | null): number | undefined {
  if (figures === null) return undefined
  const { monthlyAmount, removableSeats, unpricedSeats } = figures.savings
  return removableSeats > 0 && unpricedSeats >= removableSeats ? undefined : monthlyAmount
}
