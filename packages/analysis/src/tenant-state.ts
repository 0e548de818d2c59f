import type { AccessLevel, TenantStatus } from '@tenantscope/contract/tenants'

interface TenantFacts {
  /** The contract or delegated relationship; 'ended' also when the directory is gone. */
  readonly relationship: 'none' | 'active' | 'ended'
  readonly isConsented: boolean
  /** Whether any refresh ever succeeded. */
  readonly wasRead: boolean
}

/** Total over all facts; outages do not change it, freshness tells of them (decisions.md, Tenants and data). */
export function statusOf({ relationship, isConsented, wasRead }: TenantFacts): TenantStatus {
  if (relationship === 'ended') return 'Inactive'
  return isConsented && wasRead ? 'Active' : 'Pending'
}

/** What the last token's roles allow; null before the first attempt. Write access includes reading. */
export function accessLevelOf(grantedPermissions: readonly string[] | null): AccessLevel {
  if (grantedPermissions === null) return 'unknown'
  const canRead =
    grantedPermissions.includes('Directory.Read.All') ||
    grantedPermissions.includes('Directory.ReadWrite.All')
  return canRead ? 'full' : 'limited'
}
