import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'

interface TenantSearch {
  search: string
  /** Null: search all tenants. */
  among: ReadonlySet<TenantId> | null
}

const byName = new Intl.Collator('en', { numeric: true })

/** Returns the tenants whose names, domain, id or tags contain the text, sorted by name. */
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

/** Adds or removes these ids. */
export function withIds<Id>(
  chosen: ReadonlySet<Id>,
  ids: Iterable<Id>,
  isChosen: boolean,
): ReadonlySet<Id> {
  const result = new Set(chosen)
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

/** Returns the text for a search that ignores case. NFC: systems send the same name composed or decomposed. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
