import { LICENSE_ISSUE_NAMES, LicenseIssueKind } from '@tenantscope/contract/licenses'

import { SortColumn } from './all-tenants-view.ts'

export type TenantColumnId = SortColumn | 'actions'

/** The columns that a reader may put away: a row without its name would say nothing. */
export type ChoosableColumn = Exclude<SortColumn, 'displayName'>

/** One column of the table: its header and its place in the grid. */
export interface TenantColumn {
  id: TenantColumnId
  header: string
  /** What the header alone does not say. */
  hint?: string
  minWidthPx: number
  /** Its part of the width that is left over; 0: it never grows. */
  grows: number
  isNumber?: boolean
  /** The lowest stay longest where the window is narrow; the domain then moves below the name. */
  rank: number
}

/** Beside it fit all other columns but the domain, in a window of 1,440 pixels. */
const NAME_PX = 220

/** In the order of the screen (docs/decisions/0041): the name first, wide enough for most names. */
const TENANT_COLUMNS: readonly TenantColumn[] = [
  { id: 'displayName', header: 'Name', minWidthPx: NAME_PX, grows: 2, rank: 0 },
  { id: 'id', header: 'TENANT ID', minWidthPx: 92, grows: 0, rank: 10 },
  { id: 'domain', header: 'Domain', minWidthPx: 120, grows: 1, rank: 12 },
  { id: 'status', header: 'Status', minWidthPx: 84, grows: 0, rank: 2 },
  { id: 'access', header: 'Access', minWidthPx: 164, grows: 0, rank: 7 },
  { id: 'created', header: 'Created', minWidthPx: 88, grows: 0, rank: 11 },
  { id: 'people', header: 'People', minWidthPx: 56, grows: 0, rank: 9, isNumber: true },
  { id: 'unusedSeats', header: 'Unused seats', minWidthPx: 96, grows: 0, rank: 4, isNumber: true },
  {
    id: 'savings',
    header: 'Savings (USD)',
    hint: 'Per month, for paid seats that could be removed',
    minWidthPx: 100,
    grows: 0,
    rank: 3,
    isNumber: true,
  },
  ...LicenseIssueKind.options.map((id, index) => ({
    id,
    header: LICENSE_ISSUE_NAMES[id],
    minWidthPx: id === 'grace' ? 172 : 144,
    grows: 0,
    rank: 13 + index,
    isNumber: true,
  })),
  { id: 'mfa', header: 'MFA', minWidthPx: 124, grows: 0, rank: 5 },
  {
    id: 'posture',
    header: 'Posture',
    hint: 'The passed share of the security checks that passed or failed, by weight',
    minWidthPx: 62,
    grows: 0,
    rank: 6,
  },
  { id: 'dataAsOf', header: 'Data as of', minWidthPx: 96, grows: 0, rank: 8 },
  { id: 'actions', header: 'Actions', minWidthPx: 84, grows: 0, rank: 1 },
]

/** The columns that a user can choose, in the order of the screen. */
export const CHOOSABLE_COLUMNS: readonly { id: ChoosableColumn; header: string }[] =
  TENANT_COLUMNS.flatMap(({ id, header }) => (isChoosable(id) ? [{ id, header }] : []))

/**
 * All but what few people read in a list: the tenant's ID, its creation date, and the license problems,
 * which most tenants do not have and which the findings show.
 */
export const DEFAULT_COLUMNS: readonly ChoosableColumn[] = CHOOSABLE_COLUMNS.map(
  ({ id }) => id,
).filter((id) => id !== 'id' && id !== 'created' && !LicenseIssueKind.safeParse(id).success)

export function areDefault(columns: readonly ChoosableColumn[]): boolean {
  return (
    columns.length === DEFAULT_COLUMNS.length && DEFAULT_COLUMNS.every((id) => columns.includes(id))
  )
}

/** Words from outside as columns: those that are not known are left out. */
export function asColumns(ids: readonly unknown[]): readonly ChoosableColumn[] {
  return CHOOSABLE_COLUMNS.map(({ id }) => id).filter((id) => ids.includes(id))
}

/** Gap between columns. */
const COLUMN_GAP_PX = 12

/** The page's and the rows' own margins, borders and a scrollbar, left and right together. */
const AROUND_PX = 64 + 32 + 2 + 15

/** The chosen columns, and from which window width on each of them has room. */
export interface ColumnLayout {
  columns: readonly (TenantColumn & { shownFromPx: number })[]
  /** Every width at which the set of columns changes, ascending. */
  breakpoints: readonly number[]
}

/** Gives the chosen columns room by their rank: a narrow window loses the least important ones first. */
export function layoutOf(chosen: readonly ChoosableColumn[]): ColumnLayout {
  const wanted = TENANT_COLUMNS.filter(({ id }) => !isChoosable(id) || chosen.includes(id))
  const shownFrom = new Map<TenantColumnId, number>()
  let neededPx = AROUND_PX - COLUMN_GAP_PX
  for (const { id, minWidthPx, rank } of wanted.toSorted((a, b) => a.rank - b.rank)) {
    neededPx += minWidthPx + COLUMN_GAP_PX
    // Name and actions are all that a small phone shows.
    shownFrom.set(id, rank <= 1 ? 0 : neededPx)
  }
  const columns = wanted.map((column) => ({
    ...column,
    shownFromPx: shownFrom.get(column.id) ?? 0,
  }))
  const breakpoints = [...new Set([...shownFrom.values(), SMALL_WINDOW_PX])].toSorted(
    (a, b) => a - b,
  )
  return { columns, breakpoints }
}

/** The columns that fit into a window of this width. */
export function columnsFor(layout: ColumnLayout, windowWidthPx: number): readonly TenantColumn[] {
  return layout.columns.filter(({ shownFromPx }) => shownFromPx <= windowWidthPx)
}

/** The state that all rows of a table share. */
export interface RowShape {
  columns: readonly TenantColumn[]
  /** The grid's tracks. */
  tracks: string
  heightPx: number
  isCompact: boolean
  /** Chosen columns that do not fit and are shown below the name instead. */
  foldedColumns: readonly TenantColumnId[]
  /** Whether the row's actions are in a menu. */
  isFolded: boolean
}

/** Below this the window is a phone's. */
const SMALL_WINDOW_PX = 560

/** The name takes what is left; the actions are one button of a menu, under the column's header. */
const PHONE_PX: Partial<Record<TenantColumnId, number>> = { displayName: 132, actions: 68 }

/** The height of a row by its lines less one. */
const ROW_PX = {
  normal: [44, 60, 80],
  dense: [36, 48, 64],
} as const

/** Returns the row layout for a window width. */
export function rowShapeOf(layout: ColumnLayout, widthPx: number, isCompact: boolean): RowShape {
  const isFolded = widthPx < SMALL_WINDOW_PX
  const columns = columnsFor(layout, widthPx).map((column) =>
    isFolded ? { ...column, minWidthPx: PHONE_PX[column.id] ?? column.minWidthPx } : column,
  )
  const foldedColumns = layout.columns
    .filter(({ shownFromPx }) => shownFromPx > widthPx)
    .map(({ id }) => id)
    .filter((id) => isSecondLine(id) || (isFolded && (isThirdLine(id) || id === 'savings')))
  const moreLines = new Set(foldedColumns.map(isThirdLine)).size
  const [oneLine, twoLines, threeLines] = isCompact ? ROW_PX.dense : ROW_PX.normal
  return {
    columns,
    tracks: tracksOf(columns),
    heightPx: [oneLine, twoLines, threeLines][moreLines] ?? threeLines,
    isCompact,
    foldedColumns,
    isFolded,
  }
}

function isSecondLine(id: TenantColumnId): boolean {
  return id === 'domain' || id === 'status'
}

/** On a phone only. */
export function isThirdLine(id: TenantColumnId): boolean {
  return id === 'access' || id === 'mfa'
}

/** The grid's tracks for these columns. */
function tracksOf(columns: readonly TenantColumn[]): string {
  return columns
    .map(({ minWidthPx, grows }) =>
      grows === 0 ? `${minWidthPx}px` : `minmax(${minWidthPx}px, ${grows}fr)`,
    )
    .join(' ')
}

function isChoosable(id: TenantColumnId): id is ChoosableColumn {
  return id !== 'actions' && id !== 'displayName' && SortColumn.options.includes(id)
}
