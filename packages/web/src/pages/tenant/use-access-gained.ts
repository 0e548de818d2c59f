import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

interface Gain {
  /** Consent was given while the page is open: the last failure is from before it. */
  hasConsented: boolean
}

/** Whether consent or a refresh brought full access while the page is open. */
export function useAccessGained(tenant: TenantListItem | undefined, { hasConsented }: Gain) {
  const [wasLacking, setWasLacking] = useState(false)
  const isLacking = tenant !== undefined && (tenant.accessLevel === 'limited' || isRefused(tenant))
  if (isLacking && !wasLacking) setWasLacking(true)
  return wasLacking && tenant?.accessLevel === 'full' && (hasConsented || !isRefused(tenant))
}

/** Not let in, or not everywhere, when it was last tried. */
export function isRefused({ failure }: TenantListItem): boolean {
  return failure?.code === 'CONSENT_REQUIRED' || failure?.code === 'PERMISSION_MISSING'
}
