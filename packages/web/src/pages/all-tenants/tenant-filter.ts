import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { AllTenantsView } from './all-tenants-view.ts'
import { belongsTo } from './attention.ts'

/** The tenants that a view keeps, in the order given (specification section 5, Search). */
export function tenantsIn(
  tenants: readonly TenantListItem[],
  view: AllTenantsView,
): readonly TenantListItem[] {
  const wanted = foldedCase(view.text.trim())
  return tenants.filter(
    (tenant) =>
      (view.status === undefined || tenant.status === view.status) &&
      hasMethod(tenant, view.method) &&
      (view.attention === undefined || belongsTo(view.attention, tenant)) &&
      (wanted === '' || mentions(tenant, wanted)),
  )
}

// Tenants whose access is not known yet stay: hiding them would look like a loss.
function hasMethod(tenant: TenantListItem, method: AllTenantsView['method']): boolean {
  return method === undefined || tenant.accessMethod === method || tenant.accessMethod === 'unknown'
}

function mentions(tenant: TenantListItem, wanted: string): boolean {
  return [tenant.displayName, tenant.defaultDomainName, tenant.id].some(
    (text) => text !== null && foldedCase(text).includes(wanted),
  )
}

// NFC, since the same name reaches us composed from one system and decomposed from another.
function foldedCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
