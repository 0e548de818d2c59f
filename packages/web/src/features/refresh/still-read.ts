import type { TenantListItem } from '@tenantscope/contract/tenants'

/**
 * Returns whether Tenantscope reads the tenant: its contract has not ended, and an administrator has
 * accepted it and not stopped it. Otherwise the server refuses a refresh.
 */
export function isStillRead({ status, isReadingStopped, consent }: TenantListItem): boolean {
  return status !== 'Inactive' && !isReadingStopped && consent.state !== 'awaitingApproval'
}
