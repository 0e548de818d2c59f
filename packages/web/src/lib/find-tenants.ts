import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'

interface TenantSearch {
  search: string
  /** Null: among all. */
  among: ReadonlySet<TenantId> | null
}

const byName = new Intl.Collator('en', { numeric: true })

/** The tenants whose names, domain, id or tags hold the text, by name. */
export function findTenants(
  tenants: readonly TenantListItem[],
  { search, among }: TenantSearch,
): readonly TenantListItem[] {
  const wanted = folded(search.trim())
  return tenants
    .filter(({ id }) => among === null || among.has(id))
    .filter((tenant) => wanted === '' || textOf(tenant).includes(wanted))
    .toSorted((a, b) => byName.compare(a.displayName, b.displayName))
}

/** The tenants with these among them, or without them. */
export function withTenants(
  tenantIds: ReadonlySet<TenantId>,
  ids: readonly TenantId[],
  isChosen: boolean,
): ReadonlySet<TenantId> {
  const result = new Set(tenantIds)
  for (const id of ids)
    if (isChosen) result.add(id)
    else result.delete(id)
  return result
}

function textOf({
  displayName,
  directoryName,
  defaultDomainName,
  id,
  tags,
}: TenantListItem): string {
  return folded([displayName, directoryName, defaultDomainName, id, ...tags].join('\n'))
}

// NFC, since the same name reaches us composed from one system and decomposed from another.
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
