import type { TenantListItem } from '@tenantscope/contract/tenants'

/** Whether Tenantscope reads the tenant at all: when its contract has ended the server refuses to. */
export function isStillRead({ status }: TenantListItem): boolean {
  return status !== 'Inactive'
}
