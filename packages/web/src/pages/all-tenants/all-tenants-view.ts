import { AccessMethod, TenantStatus } from '@tenantscope/contract/tenants'
import { z } from 'zod'

/** The findings of the 'Needs attention' strip, each of which filters the table. */
export const Attention = z.enum(['unusedSeats', 'mfaAbsent', 'unread'])
export type Attention = z.infer<typeof Attention>

/** The columns that sort; the names stand in the address and are therefore stable. */
export const SortColumn = z.enum([
  'id',
  'displayName',
  'domain',
  'status',
  'access',
  'created',
  'people',
  'unusedSeats',
  'mfa',
  'dataAsOf',
])
export type SortColumn = z.infer<typeof SortColumn>

/**
 * What a person has chosen on All Tenants, as it stands in the address. A value that is not known
 * counts as not chosen: an old or mistyped link still opens.
 */
export const AllTenantsSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  status: TenantStatus.optional().catch(undefined),
  method: AccessMethod.exclude(['unknown']).optional().catch(undefined),
  attention: Attention.optional().catch(undefined),
  sort: SortColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
})
export type AllTenantsSearch = z.infer<typeof AllTenantsSearch>

/** What the table shows: the address with its defaults filled in. */
export interface AllTenantsView {
  text: string
  status: TenantStatus | undefined
  method: 'csp' | 'direct' | undefined
  attention: Attention | undefined
  sort: SortColumn
  isDescending: boolean
}

/** Reads the view out of an address's parameters; displayName ascending unless it says otherwise. */
export function viewOf(search: unknown): AllTenantsView {
  const { q, status, method, attention, sort, order } = AllTenantsSearch.parse(search)
  return {
    text: q ?? '',
    status,
    method,
    attention,
    sort: sort ?? 'displayName',
    isDescending: order === 'desc',
  }
}

/** The address's parameters for a view; defaults are left out so that links stay short. */
export function searchOf(view: AllTenantsView): AllTenantsSearch {
  return {
    q: view.text === '' ? undefined : view.text,
    status: view.status,
    method: view.method,
    attention: view.attention,
    sort: view.sort === 'displayName' ? undefined : view.sort,
    order: view.isDescending ? 'desc' : undefined,
  }
}

/** The same column toggles its direction; a new column starts ascending (specification section 4). */
export function sortedBy(view: AllTenantsView, column: SortColumn): AllTenantsView {
  const isSameColumn = view.sort === column
  return { ...view, sort: column, isDescending: isSameColumn && !view.isDescending }
}

/** Whether anything hides rows, so that an empty table is the filters' doing. */
export function isFiltered(view: AllTenantsView): boolean {
  return [view.text, view.status, view.method, view.attention].some(Boolean)
}

/** The view without its filters; the order stays. */
export function unfiltered(view: AllTenantsView): AllTenantsView {
  return { ...view, text: '', status: undefined, method: undefined, attention: undefined }
}
