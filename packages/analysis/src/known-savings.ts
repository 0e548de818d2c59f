import type { TenantFigures } from '@tenantscope/contract/tenants'

/**
 * Returns the possible savings of a tenant per month. Undefined, not zero, when the tenant has no
 * figures or the price of every removable seat is unknown.
 */
export function knownSavings(figures: TenantFigures | null): number | undefined {
  if (figures === null) return undefined
  const { monthlyAmount, removableSeats, unpricedSeats } = figures.savings
  return removableSeats > 0 && unpricedSeats >= removableSeats ? undefined : monthlyAmount
}
