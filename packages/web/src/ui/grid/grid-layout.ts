const GRID_MIN_PX = 320
/** Rows that are drawn before they come into sight. */
const ROWS_BEYOND = 6
/** Columns likewise: few while the box scrolls down; sideways, making many once is quicker than a few in every frame. */
const COLUMNS_BEYOND = { down: 2, sideways: 40 } as const

/** The sizes of a grid in px; every row and every column but the first has the same. */
export interface GridLayout {
  /** The width of the first column, which stays in sight. */
  readonly rowHeadPx: number
  readonly columnPx: number
  /** The height of the header, which stays in sight. */
  readonly headPx: number
  readonly rowPx: number
}

/** Room for all rows, at most for the window: the grid itself scrolls, its header stays in sight. */
export function gridHeight(
  rows: number,
  { headPx, rowPx }: Pick<GridLayout, 'headPx' | 'rowPx'>,
): string {
  const scrollBarPx = 16
  const wholePx = Math.max(headPx + rows * rowPx + scrollBarPx, headPx + 3 * rowPx)
  return `min(${wholePx}px, max(${GRID_MIN_PX}px, 100dvh - 176px))`
}

/** What is drawn: from the first up to, not including, the end. */
export interface GridWindow {
  readonly firstRow: number
  readonly endRow: number
  readonly firstColumn: number
  readonly endColumn: number
}

/** The scroll position and size of a box. */
interface ScrollPlace {
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly clientHeight: number
  readonly clientWidth: number
}

/**
 * What is in sight and a little more. Down also what the next step as long as the last one, `stepPx`,
 * brings into sight: the browser shows a step before its scroll event.
 */
export function windowAt(
  place: ScrollPlace,
  layout: GridLayout,
  move: {
    columns: number
    direction: keyof typeof COLUMNS_BEYOND
    stepPx?: number
    /** Fewer columns beyond, where cells are costly. */
    sidewaysBeyond?: number | undefined
  },
): GridWindow {
  const { columns, direction, stepPx = 0, sidewaysBeyond = COLUMNS_BEYOND.sideways } = move
  const columnsBeyond = direction === 'down' ? COLUMNS_BEYOND.down : sidewaysBeyond
  const { rowPx, columnPx } = layout
  const height = Math.max(place.clientHeight, GRID_MIN_PX) - layout.headPx
  const width = Math.max(place.clientWidth, GRID_MIN_PX) - layout.rowHeadPx
  const step = Math.max(-height, Math.min(stepPx, height))
  const top = place.scrollTop + Math.min(0, step)
  const bottom = place.scrollTop + height + Math.max(0, step)
  return {
    firstRow: Math.max(0, Math.floor(top / rowPx) - ROWS_BEYOND),
    endRow: Math.ceil(bottom / rowPx) + ROWS_BEYOND,
    firstColumn: Math.max(0, Math.floor(place.scrollLeft / columnPx) - columnsBeyond),
    endColumn: Math.min(columns, Math.ceil((place.scrollLeft + width) / columnPx) + columnsBeyond),
  }
}

/** A cell: row 0 is the header, column 0 the row headers. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** Where the box must scroll so that the header and the first column do not cover a cell. */
export function scrollTo(
  { row, column }: CellPlace,
  place: ScrollPlace,
  layout: GridLayout,
): { top: number; left: number } {
  const { rowPx, columnPx } = layout
  return {
    top: along(row, rowPx, {
      offset: place.scrollTop,
      roomPx: place.clientHeight - layout.headPx,
    }),
    left: along(column, columnPx, {
      offset: place.scrollLeft,
      roomPx: place.clientWidth - layout.rowHeadPx,
    }),
  }
}

/** Returns the offset along one direction, moved as little as needed. Index 0 is always visible. */
function along(index: number, cellPx: number, at: { offset: number; roomPx: number }): number {
  if (index === 0) return at.offset
  const start = (index - 1) * cellPx
  return Math.min(Math.max(at.offset, start + cellPx - at.roomPx), start)
}
