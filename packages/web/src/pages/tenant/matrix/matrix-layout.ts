import { MATRIX } from '@tenantscope/contract/limits'
import { useMemo } from 'react'

import { useCompactView } from '../../../lib/preferences.ts'
import { useBreakpoint } from '../../../ui/use-breakpoint.ts'

/** From this width on there is room for the person column of specification section 9. */
const WIDE_FROM_PX = 640
const NARROW_PERSON_PX = 120
const GRID_MIN_PX = 320
/** Rows that are drawn before they come into sight. */
const ROWS_BEYOND = 6
/** Columns likewise: few while the box scrolls down; sideways, making many once is quicker than a few in every frame. */
const COLUMNS_BEYOND = { down: 2, sideways: 40 } as const

/** The sizes of the matrix in px; every row and every license column has the same. */
export interface MatrixLayout {
  readonly personPx: number
  readonly licensePx: number
  readonly headPx: number
  readonly rowPx: number
  readonly isCompact: boolean
}

export function useMatrixLayout(): MatrixLayout {
  const isCompact = useCompactView()
  const isWide = useBreakpoint([WIDE_FROM_PX]) === WIDE_FROM_PX
  return useMemo(
    () => ({
      personPx: isWide ? MATRIX.userColumnPx : NARROW_PERSON_PX,
      licensePx: MATRIX.licenseColumnPx,
      headPx: 72,
      rowPx: isCompact ? 32 : 44,
      isCompact,
    }),
    [isWide, isCompact],
  )
}

/** Room for all rows, at most for the window: the matrix itself scrolls, its header stays in sight. */
export function gridHeight(rows: number, { headPx, rowPx }: MatrixLayout): string {
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

/** Where a box that scrolls stands. */
export interface ScrollPlace {
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly clientHeight: number
  readonly clientWidth: number
}

/**
 * What is in sight and a little more. Down also what the next step as long as the last one, `stepPx`,
 * brings into sight: the browser shows a step before it tells of it.
 */
export function windowAt(
  place: ScrollPlace,
  layout: MatrixLayout,
  move: { columns: number; direction: keyof typeof COLUMNS_BEYOND; stepPx?: number },
): GridWindow {
  const { columns, direction, stepPx = 0 } = move
  const columnsBeyond = COLUMNS_BEYOND[direction]
  const { rowPx, licensePx } = layout
  const height = Math.max(place.clientHeight, GRID_MIN_PX) - layout.headPx
  const width = Math.max(place.clientWidth, GRID_MIN_PX) - layout.personPx
  const step = Math.max(-height, Math.min(stepPx, height))
  const top = place.scrollTop + Math.min(0, step)
  const bottom = place.scrollTop + height + Math.max(0, step)
  return {
    firstRow: Math.max(0, Math.floor(top / rowPx) - ROWS_BEYOND),
    endRow: Math.ceil(bottom / rowPx) + ROWS_BEYOND,
    firstColumn: Math.max(0, Math.floor(place.scrollLeft / licensePx) - columnsBeyond),
    endColumn: Math.min(columns, Math.ceil((place.scrollLeft + width) / licensePx) + columnsBeyond),
  }
}

/** A cell: row 0 is the header, column 0 the people. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** Where the box must scroll so that the header and the person column do not cover a cell. */
export function scrollTo(
  { row, column }: CellPlace,
  place: ScrollPlace,
  layout: MatrixLayout,
): { top: number; left: number } {
  const { rowPx, licensePx } = layout
  return {
    top: along(row, rowPx, {
      offset: place.scrollTop,
      roomPx: place.clientHeight - layout.headPx,
    }),
    left: along(column, licensePx, {
      offset: place.scrollLeft,
      roomPx: place.clientWidth - layout.personPx,
    }),
  }
}

/** Along one direction: as far as needed. What has index 0 is in sight wherever the box stands. */
function along(index: number, cellPx: number, at: { offset: number; roomPx: number }): number {
  if (index === 0) return at.offset
  const start = (index - 1) * cellPx
  return Math.min(Math.max(at.offset, start + cellPx - at.roomPx), start)
}
