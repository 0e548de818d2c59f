import type { AccessLevel, TenantStatus } from '@tenantscope/contract/tenants'

import { REQUIRED_PERMISSIONS } from './permission-catalog.ts'

interface TenantFacts {
  /** The contract or delegated relationship; 'ended' also when the directory is gone. */
  readonly relationship: 'none' | 'active' | 'ended'
  readonly isConsented: boolean
  /** True when any refresh succeeded. */
  readonly wasRead: boolean
}

/** Returns the status. Outages do not change it; the age of the data shows them (decisions.md, Tenants and data). */
export function statusOf({ relationship, isConsented, wasRead }: TenantFacts): TenantStatus {
  if (relationship === 'ended') return 'Inactive'
  return isConsented && wasRead ? 'Active' : 'Pending'
}

/** Returns the access level from the last token's roles; 'unknown' before the first attempt (null). */
export function accessLevelOf(grantedPermissions: readonly string[] | null): AccessLevel {
  if (grantedPermissions === null) return 'unknown'
  return hasDirectoryRead(grantedPermissions) ? 'full' : 'limited'
}

/** Returns the required permissions missing from the last token; empty before the first attempt, when unknown. */
export function missingPermissionsOf(grantedPermissions: readonly string[] | null): string[] {
  if (grantedPermissions === null) return []
  return REQUIRED_PERMISSIONS.filter((permission) => !holds(grantedPermissions, permission))
}

export function hasDirectoryRead(grantedPermissions: readonly string[]): boolean {
  return holds(grantedPermissions, 'Directory.Read.All')
}

/** True when the permission is granted; Directory.ReadWrite.All includes Directory.Read.All. */
export function holds(grantedPermissions: readonly string[], permission: string): boolean {
  if (grantedPermissions.includes(permission)) return true
  return (
    permission === 'Directory.Read.All' && grantedPermissions.includes('Directory.ReadWrite.All')
  )
}
