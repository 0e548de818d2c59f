import type { TenantId } from '@tenantscope/contract/ids'

const TAB = 'security'

/** Returns the link to a check on the security tab of a tenant; without a check to the tab. */
export const tenantCheckLink = (tenantId: TenantId, checkId?: string) =>
  ({
    to: '/tenant/$tenantId',
    params: { tenantId },
    search: { tab: TAB, ...(checkId !== undefined && { check: checkId }) },
  }) as const

/** Returns the same link as an address, for places with thousands of links. */
export function tenantCheckHref(tenantId: TenantId, checkId?: string): string {
  const tab = `/tenant/${tenantId}?tab=${TAB}`
  return checkId === undefined ? tab : `${tab}&check=${encodeURIComponent(checkId)}`
}

/** Returns the address of the page of a check. */
export const checkHref = (checkId: string): string => `/posture/${encodeURIComponent(checkId)}`
