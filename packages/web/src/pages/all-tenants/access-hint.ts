import type { TenantListItem } from '@tenantscope/contract/tenants'

import { isStillRead } from '../../features/refresh/still-read.ts'

/** Returns the missing permissions, or the reason why they are unknown. */
export function accessHint({
  accessLevel,
  missingPermissions,
  dataAsOf,
  end,
}: Pick<TenantListItem, 'accessLevel' | 'missingPermissions' | 'dataAsOf' | 'end'>):
  | string
  | undefined {
  if (end !== null) return 'Inactive: the permissions are no longer checked'
  if (accessLevel === 'unknown')
    return dataAsOf === null
      ? 'This tenant has not been refreshed yet, so its permissions are unknown'
      : 'The permissions of this tenant are unknown'
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
