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
  /** The lowest stay longest where the window is narrow. */
  rank: number
}

/** In the order of the screen (specification section 2, All Tenants dashboard). */
const TENANT_COLUMNS: readonly TenantColumn[] = [
  { id: 'id', header: 'TENANT ID', minWidthPx: 92, grows: 0, rank: 10 },
  { id: 'displayName', header: 'Name', minWidthPx: 132, grows: 2, rank: 0 },
  { id: 'domain', header: 'Domain', minWidthPx: 98, grows: 1.4, rank: 6 },
  { id: 'status', header: 'Status', minWidthPx: 84, grows: 0, rank: 2 },
  { id: 'access', header: 'Access', minWidthPx: 164, grows: 0, rank: 7 },
  { id: 'created', header: 'Created', minWidthPx: 88, grows: 0, rank: 11 },
  { id: 'people', header: 'People', minWidthPx: 56, grows: 0, rank: 8, isNumber: true },
  { id: 'unusedSeats', header: 'Unused seats', minWidthPx: 96, grows: 0, rank: 4, isNumber: true },
  {
    id: 'savings',
    header: 'Savings (USD)',
    hint: 'Per month, for paid seats that could go',
    minWidthPx: 100,
    grows: 0,
    rank: 3,
    isNumber: true,
  },
  { id: 'mfa', header: 'MFA', minWidthPx: 104, grows: 0, rank: 5 },
  { id: 'dataAsOf', header: 'Data as of', minWidthPx: 96, grows: 0, rank: 9 },
  { id: 'actions', header: 'Actions', minWidthPx: 84, grows: 0, rank: 1 },
]

/** What a reader may choose, in the order of the screen. */
export const CHOOSABLE_COLUMNS: readonly { id: ChoosableColumn; header: string }[] =
  TENANT_COLUMNS.flatMap(({ id, header }) => (isChoosable(id) ? [{ id, header }] : []))

export const DEFAULT_COLUMNS: readonly ChoosableColumn[] = CHOOSABLE_COLUMNS.map(({ id }) => id)

/** Words from outside as columns: those that are not known are left out. */
export function asColumns(ids: readonly unknown[]): readonly ChoosableColumn[] {
  return DEFAULT_COLUMNS.filter((id) => ids.includes(id))
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

/** What all rows of a table have in common. */
export interface RowShape {
  columns: readonly TenantColumn[]
  /** The grid's tracks. */
  tracks: string
  heightPx: number
  isCompact: boolean
  /** Chosen columns without room that stand under the name instead. */
  foldedColumns: readonly TenantColumnId[]
  /** The row's actions stand in a menu. */
  isFolded: boolean
}

/** Below this the window is a phone's. */
const SMALL_WINDOW_PX = 560

/** The one button of a menu, under the column's header. */
const FOLDED_ACTIONS_PX = 68

const ROW_PX = {
  normal: { oneLine: 44, twoLines: 60 },
  dense: { oneLine: 36, twoLines: 48 },
} as const

/** How rows look in a window of this width. */
export function rowShapeOf(layout: ColumnLayout, widthPx: number, isCompact: boolean): RowShape {
  const isFolded = widthPx < SMALL_WINDOW_PX
  const columns = columnsFor(layout, widthPx).map((column) =>
    isFolded && column.id === 'actions' ? { ...column, minWidthPx: FOLDED_ACTIONS_PX } : column,
  )
  const foldedColumns = layout.columns
    .filter(({ id, shownFromPx }) => isSecondLine(id) && shownFromPx > widthPx)
    .map(({ id }) => id)
  const heights = isCompact ? ROW_PX.dense : ROW_PX.normal
  return {
    columns,
    tracks: tracksOf(columns),
    heightPx: foldedColumns.length > 0 ? heights.twoLines : heights.oneLine,
    isCompact,
    foldedColumns,
    isFolded,
  }
}

function isSecondLine(id: TenantColumnId): boolean {
  return id === 'domain' || id === 'status'
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
