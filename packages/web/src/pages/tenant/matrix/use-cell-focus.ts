import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'

import { insideOf, targetOfKey } from './cell-moves.ts'
import { scrollTo } from './matrix-layout.ts'
import type { CellPlace, MatrixLayout } from './matrix-layout.ts'

interface CellFocusOptions {
  scroller: RefObject<HTMLElement | null>
  layout: MatrixLayout
  rows: number
  columns: number
}

interface CellFocus {
  /** The one cell that the Tab key reaches; it exists even out of sight. */
  active: CellPlace
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  onClick: (event: MouseEvent) => void
}

/** Moves the focus between cells (ARIA grid pattern: one tab stop), also to cells that do not exist yet. */
export function useCellFocus({ scroller, layout, rows, columns }: CellFocusOptions): CellFocus {
  const [chosen, setChosen] = useState<CellPlace>({ row: 1, column: 0 })
  const isFocusDue = useRef(false)
  const active = insideOf(chosen, { lastRow: rows, lastColumn: columns })

  // After every render: the cell may have come into being only with it.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    // Within the box it is in sight already; the page may have to follow.
    scroller.current?.querySelector<HTMLElement>(selectorOf(active))?.focus()
  })

  const moveTo = (target: CellPlace) => {
    const box = scroller.current
    if (!box) return
    bringIntoSight(box, target, layout)
    isFocusDue.current = true
    setChosen({ ...target })
  }

  return {
    active,
    onKeyDown: (event) => {
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
    onFocus: (event) => {
      const place = placeOf(event.target)
      if (place && !isSame(place, active)) setChosen(place)
    },
    onClick: (event) => {
      const place = placeOf(event.target)
      if (place) moveTo(place)
    },
  }
}

function bringIntoSight(box: HTMLElement, target: CellPlace, layout: MatrixLayout): void {
  const { top, left } = scrollTo(target, box, layout)
  box.scrollTop = top
  box.scrollLeft = left
}

function isSame(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column
}

/** What takes the focus of a cell: the button in a header, else the cell itself. */
function selectorOf({ row, column }: CellPlace): string {
  const cell = `[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`
  return row === 0 ? `${cell} > button` : cell
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
