import type { TenantListItem, Verification } from '@tenantscope/contract/tenants'

interface Tenant extends Pick<
  TenantListItem,
  'status' | 'failure' | 'consent' | 'isReadingStopped' | 'accessLevel' | 'dataAsOf'
> {
  /** True while Microsoft refuses the connection. */
  readonly isRefused: boolean
}

/** Returns the verified access to a tenant; each tenant has exactly one. */
export function verificationOf(tenant: Tenant): Verification {
  const { status, failure, consent, isReadingStopped, isRefused, accessLevel, dataAsOf } = tenant
  if (status === 'Inactive') return 'inactive'
  if (isRefused || failure !== null || isReadingStopped || consent.state !== 'granted')
    return 'notReadable'
  if (accessLevel !== 'unknown') return accessLevel
  // Microsoft may issue tokens whose permissions cannot be read: full access is not verified then.
  return dataAsOf === null ? 'notReadable' : 'limited'
}

/** True when the tenant can be read now. */
export function isReadable({ verification }: Pick<TenantListItem, 'verification'>): boolean {
  return verification === 'full' || verification === 'limited'
}

/** Counts tenants by their verified access; the four counts add up to the number of tenants. */
export function countVerifications(
  tenants: readonly Pick<TenantListItem, 'verification'>[],
): Record<Verification, number> {
  const counts = { full: 0, limited: 0, notReadable: 0, inactive: 0 }
  for (const { verification } of tenants) counts[verification] += 1
  return counts
}
