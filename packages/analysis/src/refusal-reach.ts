import type { ConnectionRefusal, ConnectionRefusalCause } from '@tenantscope/contract/azure'
import type { TenantListItem } from '@tenantscope/contract/tenants'

/** Causes that concern only the own directory: customers' directories still issue tokens. */
export const OWN_DIRECTORY_CAUSES: ReadonlySet<ConnectionRefusalCause> = new Set([
  'applicationBlocked',
  'consentMissing',
  'other',
])

/** Returns whether a refusal of the connection keeps a tenant from being read. Null: no refusal. */
export function preventsReading(
  refusal: Pick<ConnectionRefusal, 'cause'> | null,
  { isPartnerTenant }: Pick<TenantListItem, 'isPartnerTenant'>,
): boolean {
  return refusal !== null && (isPartnerTenant || !OWN_DIRECTORY_CAUSES.has(refusal.cause))
}
