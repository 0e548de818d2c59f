import type { TenantListItem } from '@tenantscope/contract/tenants'

/**
 * Whether Tenantscope reads the tenant at all: an ended contract or an administrator can have stopped
 * it, or it waits for one to accept it. Where it does not, the server refuses a refresh.
 */
export function isStillRead({ status, isReadingStopped, consent }: TenantListItem): boolean {
  return status !== 'Inactive' && !isReadingStopped && consent.state !== 'awaitingApproval'
}
