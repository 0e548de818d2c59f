import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** What covers the top of the window while the page is scrolled: the header row, and some air. */
const COVERED_TOP_PX = 104
const ROWS_BEYOND = 8

interface VirtualRowsOptions {
  body: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** A row that must exist even out of sight: the keyboard comes into the table by it. */
  keep: number
  keyOf: (index: number) => string | number
}

interface VirtualRows {
  totalHeight: number
  /** `start` is measured from the top of the body. */
  visible: readonly { index: number; start: number; size: number }[]
  scrollTo: (index: number) => void
}

/** The rows in sight of a table that scrolls with the page. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { body, count, rowHeight, keep, keyOf } = options
  const top = useTopOf(body)
  // oxlint-disable-next-line react/incompatible-library -- concerns the React Compiler, which does not build this application
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: keyOf,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: 16,
    rangeExtractor: useCallback((range: Range) => withKept(range, keep), [keep]),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return {
    totalHeight: virtualizer.getTotalSize(),
    visible: virtualizer
      .getVirtualItems()
      .map(({ index, start, size }) => ({ index, start: start - top, size })),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

function withKept(range: Range, keep: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (keep >= range.count || indexes.includes(keep)) return indexes
  return [...indexes, keep].toSorted((a, b) => a - b)
}

/** How far an element's top is from the page's; it moves when something above it comes or goes. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
