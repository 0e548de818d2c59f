import type { PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { TenantDetails } from '@tenantscope/contract/tenants'

/** Parts that make the figures of licenses whole; the licenses themselves speak for themselves. */
export const LICENSE_PARTS: readonly TenantPart[] = ['subscriptions', 'groups', 'groupMembers']

/** Parts that have a card of their own on the Organization Overview. */
const WITH_CARD: readonly TenantPart[] = ['domains', 'users', 'policies']

export function failuresOf(
  { partFailures }: TenantDetails,
  parts: readonly TenantPart[],
): PartFailure[] {
  return partFailures.filter(({ part }) => parts.includes(part))
}

/** What could not be read and has no card that says so. */
export function failuresWithoutCard({ partFailures }: TenantDetails): PartFailure[] {
  return partFailures.filter(({ part }) => !WITH_CARD.includes(part))
}
