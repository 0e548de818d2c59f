import type { AccessLevel, TenantStatus } from '@tenantscope/contract/tenants'

import { REQUIRED_PERMISSIONS } from './permission-catalog.ts'

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

/** What the last token's roles allow; null before the first attempt. */
export function accessLevelOf(grantedPermissions: readonly string[] | null): AccessLevel {
  if (grantedPermissions === null) return 'unknown'
  return hasDirectoryRead(grantedPermissions) ? 'full' : 'limited'
}

/** Required permissions that the last token lacked; none before the first attempt: nobody knows. */
export function missingPermissionsOf(grantedPermissions: readonly string[] | null): string[] {
  if (grantedPermissions === null) return []
  return REQUIRED_PERMISSIONS.filter((permission) => !holds(grantedPermissions, permission))
}

export function hasDirectoryRead(grantedPermissions: readonly string[]): boolean {
  return holds(grantedPermissions, 'Directory.Read.All')
}

/** Whether the granted ones allow it; write access to the directory includes reading it. */
export function holds(grantedPermissions: readonly string[], permission: string): boolean {
  if (grantedPermissions.includes(permission)) return true
  return (
    permission === 'Directory.Read.All' && grantedPermissions.includes('Directory.ReadWrite.All')
  )
}
