import { policyStateLabel } from '@tenantscope/analysis/conditional-access'
import type { TenantId } from '@tenantscope/contract/ids'
import type { SearchResult } from '@tenantscope/contract/search'

export type FoundKind = keyof SearchResult

/** What was found, as the list shows it. */
export interface FoundItem {
  readonly key: string
  readonly title: string
  /** What tells it from others of the same name. */
  readonly details: readonly string[]
  readonly tenantId: TenantId
  /** What the tenant's page is to show of it. */
  readonly search: {
    readonly tab?: string
    readonly person?: string
    readonly license?: string
    readonly policy?: string
  }
}

export interface FoundGroup {
  readonly kind: FoundKind
  readonly label: string
  readonly items: readonly FoundItem[]
  /** There are more than are listed. */
  readonly isMore: boolean
}

/** What was found, by kind; kinds of which nothing was found are left out. */
export function groupsOf({ tenants, people, licenses, policies }: SearchResult): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      kind: 'tenants',
      label: 'Tenants',
      isMore: tenants.isMore,
      items: tenants.items.map(({ tenantId, tenantName, defaultDomainName }) => ({
        key: `tenant ${tenantId}`,
        title: tenantName,
        details: [defaultDomainName ?? 'No domain known'],
        tenantId,
        search: {},
      })),
    },
    {
      kind: 'people',
      label: 'People',
      isMore: people.isMore,
      items: people.items.map(({ tenantId, tenantName, userId, name, userPrincipalName }) => ({
        key: `person ${tenantId} ${userId}`,
        title: name,
        details: userPrincipalName === null ? [tenantName] : [userPrincipalName, tenantName],
        tenantId,
        search: { tab: 'organization', person: userId },
      })),
    },
    {
      kind: 'licenses',
      label: 'Licenses',
      isMore: licenses.isMore,
      items: licenses.items.map(({ tenantId, tenantName, skuId, displayName, skuPartNumber }) => ({
        key: `license ${tenantId} ${skuId}`,
        title: displayName,
        details: [skuPartNumber, tenantName],
        tenantId,
        search: { tab: 'licenses', license: skuId },
      })),
    },
    {
      kind: 'policies',
      label: 'Conditional Access policies',
      isMore: policies.isMore,
      items: policies.items.map(({ tenantId, tenantName, policyId, displayName, state }) => ({
        key: `policy ${tenantId} ${policyId}`,
        title: displayName,
        details: [policyStateLabel(state), tenantName],
        tenantId,
        search: { tab: 'organization', policy: policyId },
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
