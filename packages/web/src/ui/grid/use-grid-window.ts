import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

import { windowAt } from './grid-layout.ts'
import type { GridLayout, GridWindow } from './grid-layout.ts'

/** Returns the width inside the box; 0 before it is drawn. */
export function useBoxWidth(box: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setWidthPx(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return widthPx
}

/** The rows in sight, and the one whose cell the Tab key reaches. */
export function drawnRows({ firstRow, endRow }: GridWindow, count: number, kept: number): number[] {
  const end = Math.min(endRow, count)
  const first = Math.min(firstRow, end)
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (kept < 0 || kept >= count) return rows
  if (kept < first) return [kept, ...rows]
  return kept >= end ? [...rows, kept] : rows
}

const NOWHERE = { scrollTop: 0, scrollLeft: 0, clientHeight: 0, clientWidth: 0 }

interface GridSize {
  columns: number
  /** Columns that are drawn on each side of those in sight while the box scrolls sideways. */
  sidewaysBeyond?: number
}

/** Returns the rows and columns to render at the scroll position. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  { columns, sidewaysBeyond }: GridSize,
): GridWindow {
  const [shown, setShown] = useState(() =>
    windowAt(NOWHERE, layout, { columns, direction: 'down' }),
  )

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let { scrollLeft, scrollTop } = box
    const follow = () => {
      const direction = box.scrollLeft === scrollLeft ? 'down' : 'sideways'
      const stepPx = box.scrollTop - scrollTop
      scrollLeft = box.scrollLeft
      scrollTop = box.scrollTop
      const next = windowAt(box, layout, { columns, direction, stepPx, sidewaysBeyond })
      setShown((last) => (isSame(last, next) ? last : next))
    }
    // In the frame of the scroll itself: a later one would show the place empty.
    const followNow = () => flushSync(follow)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    box.addEventListener('scroll', followNow, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', followNow)
    }
  }, [scroller, layout, columns, sidewaysBeyond])

  return shown
}

const EDGES = ['firstRow', 'endRow', 'firstColumn', 'endColumn'] as const

function isSame(a: GridWindow, b: GridWindow): boolean {
  return EDGES.every((edge) => a[edge] === b[edge])
}
