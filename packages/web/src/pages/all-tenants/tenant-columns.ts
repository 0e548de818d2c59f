import type { SortColumn } from './all-tenants-view.ts'

export type TenantColumnId = SortColumn | 'actions'

/** One column of the table: its header, its place in the grid, and from which window width on it shows. */
export interface TenantColumn {
  id: TenantColumnId
  header: string
  /** A track of CSS grid. */
  width: string
  isNumber?: boolean
  shownFrom: number
}

/** In the order of the screen (specification section 2, All Tenants dashboard). */
const TENANT_COLUMNS: readonly TenantColumn[] = [
  { id: 'id', header: 'TENANT ID', width: '100px', shownFrom: 1240 },
  { id: 'displayName', header: 'Name', width: 'minmax(120px, 2fr)', shownFrom: 0 },
  { id: 'domain', header: 'Domain', width: 'minmax(96px, 1.6fr)', shownFrom: 900 },
  { id: 'status', header: 'Status', width: '88px', shownFrom: 560 },
  { id: 'access', header: 'Access', width: '116px', shownFrom: 900 },
  { id: 'created', header: 'Created', width: '96px', shownFrom: 1400 },
  { id: 'people', header: 'People', width: '64px', isNumber: true, shownFrom: 1000 },
  { id: 'unusedSeats', header: 'Unused seats', width: '104px', isNumber: true, shownFrom: 720 },
  { id: 'mfa', header: 'MFA', width: '112px', shownFrom: 720 },
  { id: 'dataAsOf', header: 'Data as of', width: '112px', shownFrom: 1100 },
  { id: 'actions', header: 'Actions', width: '52px', shownFrom: 0 },
]

/** Every width at which the set of columns changes, ascending. */
export const COLUMN_BREAKPOINTS: readonly number[] = [
  ...new Set(TENANT_COLUMNS.map((column) => column.shownFrom)),
].toSorted((a, b) => a - b)

/** The columns that fit into a window of this width. */
export function columnsFor(windowWidth: number): readonly TenantColumn[] {
  return TENANT_COLUMNS.filter((column) => column.shownFrom <= windowWidth)
}

/** The grid's tracks for these columns. */
export function tracksOf(columns: readonly TenantColumn[]): string {
  return columns.map((column) => column.width).join(' ')
}
