import type { TenantListItem } from '@tenantscope/contract/tenants'

import { isStillRead } from '../../features/refresh/still-read.ts'

/** What the access level alone does not say: which permissions are missing, or why nothing is known. */
export function accessHint({
  accessLevel,
  missingPermissions,
}: Pick<TenantListItem, 'accessLevel' | 'missingPermissions'>): string | undefined {
  if (accessLevel === 'unknown')
    return 'No refresh has reached this tenant yet, so its permissions are not known'
  return missingText(missingPermissions)
}

/** Whether the tenant's administrator can grant what is missing, and that would be read. */
export function isToBeGranted(tenant: TenantListItem): boolean {
  return tenant.accessLevel === 'limited' && isStillRead(tenant)
}

/** '1 required permission missing: Policy.Read.All'; undefined when none is. */
export function missingText(permissions: readonly string[]): string | undefined {
  if (permissions.length === 0) return undefined
  const count =
    permissions.length === 1
      ? '1 required permission'
      : `${permissions.length} required permissions`
  return `${count} missing: ${permissions.join(', ')}`
}
