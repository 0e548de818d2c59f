import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

/** Describes the tenants that a mapping grants. */
export function grantText(access: TenantAccessGrant | null): string {
  if (access === null) return 'Unchanged'
  if (access.mode === 'all') return 'All tenants'
  if (access.mode === 'list') return counted(access.tenantIds.length, 'tenant')
  return counted(access.groupIds.length, 'tenant group')
}

function counted(count: number, noun: string): string {
  if (count === 0) return 'No tenants'
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
