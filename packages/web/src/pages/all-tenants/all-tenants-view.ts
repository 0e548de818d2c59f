import { TenantGroupId } from '@tenantscope/contract/ids'
import { AccessLevel, AccessMethod, TenantStatus } from '@tenantscope/contract/tenants'
import { z } from 'zod'

/** What is worth money or worry; each finding filters the table. */
export const Attention = z.enum(['savings', 'unusedSeats', 'mfaAbsent', 'unread'])
export type Attention = z.infer<typeof Attention>

/** The dialogs about reports of all tenants, by their names in the address. */
export const ReportsDialogId = z.enum(['links', 'schedules', 'settings'])
export type ReportsDialogId = z.infer<typeof ReportsDialogId>

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
  'savings',
  'mfa',
  'dataAsOf',
])
export type SortColumn = z.infer<typeof SortColumn>

/**
 * What a person has chosen on All Tenants, as it stands in the address. A value that is not known
 * counts as not chosen: an old or mistyped link still opens.
 */
export const AllTenantsSearch = z.object({
  q: asTyped().optional().catch(undefined),
  status: TenantStatus.optional().catch(undefined),
  method: AccessMethod.exclude(['unknown']).optional().catch(undefined),
  access: AccessLevel.optional().catch(undefined),
  attention: Attention.optional().catch(undefined),
  tag: asTyped().optional().catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
  sort: SortColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
  /** What is open over the table; no part of the view. */
  reports: ReportsDialogId.optional().catch(undefined),
})
export type AllTenantsSearch = z.infer<typeof AllTenantsSearch>

/** The router reads ?q=365 as a number. */
function asTyped() {
  return z.union([z.string(), z.number(), z.boolean()]).transform(String)
}

/** What the table shows: the address with its defaults filled in. */
export interface AllTenantsView {
  text: string
  status: TenantStatus | undefined
  method: 'csp' | 'direct' | undefined
  access: AccessLevel | undefined
  attention: Attention | undefined
  tag: string | undefined
  group: TenantGroupId | undefined
  sort: SortColumn
  isDescending: boolean
}

/** Reads the view out of an address's parameters; displayName ascending unless it says otherwise. */
export function viewOf(search: unknown): AllTenantsView {
  const { q, tag, sort, order, ...chosen } = AllTenantsSearch.parse(search)
  return {
    text: q ?? '',
    status: chosen.status,
    method: chosen.method,
    access: chosen.access,
    attention: chosen.attention,
    tag: tag === '' ? undefined : tag,
    group: chosen.group,
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
    access: view.access,
    attention: view.attention,
    tag: view.tag,
    group: view.group,
    sort: view.sort === 'displayName' ? undefined : view.sort,
    order: view.isDescending ? 'desc' : undefined,
  }
}

/** The same column toggles its direction; a new column starts ascending (specification section 4). */
export function sortedBy(view: AllTenantsView, column: SortColumn): AllTenantsView {
  const isSameColumn = view.sort === column
  return { ...view, sort: column, isDescending: isSameColumn && !view.isDescending }
}

const NO_FILTER = {
  text: '',
  status: undefined,
  method: undefined,
  access: undefined,
  attention: undefined,
  tag: undefined,
  group: undefined,
} as const satisfies Partial<AllTenantsView>

/** Whether anything hides rows, so that an empty table is the filters' doing. */
export function isFiltered(view: AllTenantsView): boolean {
  const { text, status, method, access, attention, tag, group } = view
  return [text, status, method, access, attention, tag, group].some(Boolean)
}

/** The view without its filters; the order stays. */
export function unfiltered(view: AllTenantsView): AllTenantsView {
  return { ...view, ...NO_FILTER }
}

/** All tenants by name: what an address without parameters shows. */
export function isDefault(view: AllTenantsView): boolean {
  return Object.values(searchOf(view)).every((value) => value === undefined)
}
