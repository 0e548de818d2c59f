import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'

import { scrollTo } from './grid-layout.ts'
import type { CellPlace, GridLayout } from './grid-layout.ts'

interface CellFocusOptions {
  scroller: RefObject<HTMLElement | null>
  layout: GridLayout
  rows: number
  columns: number
}

/** Moves the focus between cells (ARIA grid pattern: one tab stop), also to cells that do not exist yet. */
export function useCellFocus({ scroller, layout, rows, columns }: CellFocusOptions) {
  const [chosen, setChosen] = useState<CellPlace>({ row: 1, column: 0 })
  const isFocusDue = useRef(false)
  const active = insideOf(chosen, { lastRow: rows, lastColumn: columns })

  // After every render: the cell may have come into being only with it.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    // Within the box it is in sight already; the page may have to follow.
    if (scroller.current) focusTargetOf(scroller.current, active)?.focus()
  })

  const moveTo = (target: CellPlace) => {
    const box = scroller.current
    if (!box) return
    scrollIntoSight(box, target, layout)
    isFocusDue.current = true
    setChosen({ ...target })
  }

  return {
    /** The cell that the Tab key reaches; it is rendered even out of sight. */
    active,
    onKeyDown: (event: KeyboardEvent) => {
      const box = scroller.current
      if (!box) return
      const roomPx = box.clientHeight - layout.headPx
      const target = targetOfKey(event, active, {
        lastRow: rows,
        lastColumn: columns,
        pageRows: Math.max(1, Math.floor(roomPx / layout.rowPx) - 1),
      })
      if (!target) return
      event.preventDefault()
      moveTo(target)
    },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target)
      if (place && !isSame(place, active)) setChosen(place)
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place) moveTo(place)
    },
  }
}

function scrollIntoSight(box: HTMLElement, target: CellPlace, layout: GridLayout): void {
  const { top, left } = scrollTo(target, box, layout)
  box.scrollTop = top
  box.scrollLeft = left
}

function isSame(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column
}

/** What takes the focus of a cell: its button or link, else the cell itself. */
function focusTargetOf(box: HTMLElement, { row, column }: CellPlace): HTMLElement | null {
  const cell = `[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`
  return box.querySelector<HTMLElement>(`${cell} > :is(button, a)`) ?? box.querySelector(cell)
}

function placeOf(target: EventTarget): CellPlace | undefined {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest('[aria-colindex]')
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row) return undefined
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 1,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  }
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** The last row and column, and how many rows are in sight at once. */
interface GridBounds {
  readonly lastRow: number
  readonly lastColumn: number
  readonly pageRows: number
}

/** Where a key leads from a cell (ARIA grid pattern); undefined for keys that are not the grid's. */
export function targetOfKey(key: Key, from: CellPlace, bounds: GridBounds): CellPlace | undefined {
  if (key.altKey || key.metaKey || key.shiftKey) return undefined
  const moves = key.ctrlKey ? CTRL_MOVES : MOVES
  const target = moves[key.key]?.(from, bounds)
  return target && insideOf(target, bounds)
}

/** The cell itself, or the nearest one that there is. */
function insideOf(
  { row, column }: CellPlace,
  { lastRow, lastColumn }: Pick<GridBounds, 'lastRow' | 'lastColumn'>,
): CellPlace {
  return {
    row: Math.min(Math.max(0, row), lastRow),
    column: Math.min(Math.max(0, column), lastColumn),
  }
}

type Moves = Readonly<Record<string, (from: CellPlace, bounds: GridBounds) => CellPlace>>

const MOVES: Moves = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { lastColumn }) => ({ row, column: lastColumn }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: Math.max(1, row - pageRows), column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
}

const CTRL_MOVES: Moves = {
  Home: () => ({ row: 1, column: 0 }),
  End: (_, { lastRow, lastColumn }) => ({ row: lastRow, column: lastColumn }),
}
