import { TenantGroupId } from '@tenantscope/contract/ids'
import { LicenseIssueKind } from '@tenantscope/contract/licenses'
import { AccessMethod, TenantStatus, Verification } from '@tenantscope/contract/tenants'
import { z } from 'zod'

/** The findings about cost and risk; each one filters the table. */
export const Attention = z.enum([
  'savings',
  'unusedSeats',
  ...LicenseIssueKind.options,
  'mfaNotRequired',
  'criticalChecks',
  'unread',
])
export type Attention = z.infer<typeof Attention>

/** The name of a finding in addresses and saved views of earlier versions. */
const FORMER_ATTENTION = z.literal('mfaAbsent').transform(() => 'mfaNotRequired' as const)

/** The dialogs about reports of all tenants, by their names in the address. */
export const ReportsDialogId = z.enum(['links', 'schedules', 'settings'])
export type ReportsDialogId = z.infer<typeof ReportsDialogId>

/** The columns that sort; the address contains the names, which are therefore stable. */
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
  ...LicenseIssueKind.options,
  'mfa',
  'posture',
  'dataAsOf',
])
export type SortColumn = z.infer<typeof SortColumn>

/**
 * The choices on All Tenants, as in the address. A value that is not known
 * counts as not chosen: an old or mistyped link still opens.
 */
export const AllTenantsSearch = z.object({
  q: asTyped().optional().catch(undefined),
  status: TenantStatus.optional().catch(undefined),
  method: AccessMethod.exclude(['unknown']).optional().catch(undefined),
  access: Verification.optional().catch(undefined),
  attention: Attention.or(FORMER_ATTENTION).optional().catch(undefined),
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

/** The view of the table: the URL with defaults. */
export interface AllTenantsView {
  text: string
  status: TenantStatus | undefined
  method: 'csp' | 'direct' | undefined
  access: Verification | undefined
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
export function searchOf({
  text,
  sort,
  isDescending,
  ...filters
}: AllTenantsView): AllTenantsSearch {
  return {
    ...filters,
    q: text === '' ? undefined : text,
    sort: sort === 'displayName' ? undefined : sort,
    order: isDescending ? 'desc' : undefined,
  }
}

/** The same column toggles its direction; a new column starts ascending (specification section 4). */
export function sortedBy(view: AllTenantsView, column: SortColumn): AllTenantsView {
  const isSameColumn = view.sort === column
  return { ...view, sort: column, isDescending: isSameColumn && !view.isDescending }
}

/** Returns whether a filter is set. */
export function isFiltered(view: AllTenantsView): boolean {
  return !isDefault({ ...view, sort: 'displayName', isDescending: false })
}

/** The view without its filters; the order stays. */
export function unfiltered(view: AllTenantsView): AllTenantsView {
  return { ...viewOf({}), sort: view.sort, isDescending: view.isDescending }
}

/** Returns whether the view is that of an address without parameters: all tenants by name. */
export function isDefault(view: AllTenantsView): boolean {
  return Object.values(searchOf(view)).every((value) => value === undefined)
}
