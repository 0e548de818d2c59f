import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

/** What a mapping grants along with its role, in words. */
export function grantText(access: TenantAccessGrant | null): string {
  if (access === null) return 'As they are'
  if (access.mode === 'all') return 'All tenants'
  if (access.mode === 'list') return counted(access.tenantIds.length, 'tenant')
  return counted(access.groupIds.length, 'tenant group')
}

function counted(count: number, noun: string): string {
  if (count === 0) return 'No tenants'
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
