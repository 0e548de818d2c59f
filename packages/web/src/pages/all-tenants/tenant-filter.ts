import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { AllTenantsView } from './all-tenants-view.ts'
import { belongsTo } from './attention.ts'

/** The tenants that a view keeps, in the order given (specification section 5, Search). */
export function tenantsIn(
  tenants: readonly TenantListItem[],
  view: AllTenantsView,
): readonly TenantListItem[] {
  const wanted = foldedCase(view.text.trim())
  return tenants.filter((tenant) => isChosen(tenant, view) && mentions(tenant, wanted))
}

/** Every tag that is in use, once, in alphabetical order. */
export function tagsOf(tenants: readonly TenantListItem[]): readonly string[] {
  return [...new Set(tenants.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
}

function isChosen(tenant: TenantListItem, view: AllTenantsView): boolean {
  return (
    isAnyOr(view.status, (status) => tenant.status === status) &&
    isAnyOr(view.access, (access) => tenant.accessLevel === access) &&
    hasMethod(tenant, view.method) &&
    isAnyOr(view.tag, (tag) => tenant.tags.includes(tag)) &&
    isAnyOr(view.group, (group) => tenant.groupIds.includes(group)) &&
    isAnyOr(view.attention, (attention) => belongsTo(attention, tenant))
  )
}

function isAnyOr<Wanted>(wanted: Wanted | undefined, has: (wanted: Wanted) => boolean): boolean {
  return wanted === undefined || has(wanted)
}

// Tenants whose access is not known yet stay: hiding them would look like a loss.
function hasMethod(tenant: TenantListItem, method: AllTenantsView['method']): boolean {
  return method === undefined || tenant.accessMethod === method || tenant.accessMethod === 'unknown'
}

function mentions(tenant: TenantListItem, wanted: string): boolean {
  if (wanted === '') return true
  const { displayName, directoryName, defaultDomainName, id, tags } = tenant
  return [displayName, directoryName, defaultDomainName, id, ...tags].some(
    (text) => text !== null && foldedCase(text).includes(wanted),
  )
}

// NFC, since the same name reaches us composed from one system and decomposed from another.
function foldedCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
