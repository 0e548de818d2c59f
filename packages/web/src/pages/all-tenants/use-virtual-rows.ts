import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { createRowSlots } from './row-slots.ts'

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
  /** In the order of the document; `start` is measured from the top of the body. */
  visible: readonly { slot: number; index: number; start: number }[]
  scrollTo: (index: number) => void
}

/** The rows in sight of a table that scrolls with the page. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { body, count, rowHeight, keep, keyOf } = options
  const top = useTopOf(body)
  const lastFirst = useRef(0)
  const [slots] = useState(createRowSlots)
  // oxlint-disable-next-line react/incompatible-library -- concerns the React Compiler, which does not build this application
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: keyOf,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: 16,
    rangeExtractor: useCallback(
      (range: Range) => {
        const from = lastFirst.current
        lastFirst.current = range.startIndex
        return withKept(reach(range, from), keep, range.count)
      },
      [keep],
    ),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index)
  return {
    totalHeight: virtualizer.getTotalSize(),
    visible: slots
      .place(indexes, keyOf, virtualizer.isScrolling)
      .map(({ slot, index }) => ({ slot, index, start: index * rowHeight })),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

/**
 * The rows in sight and some around them; while the page moves also those that the next step as long as
 * the last one brings into sight. The browser shows a step before it tells of it: without them it would
 * show an empty place.
 */
function reach({ startIndex, endIndex, overscan, count }: Range, from: number): number[] {
  const inSight = endIndex - startIndex + 1
  const step = Math.max(-inSight, Math.min(startIndex - from, inSight))
  const first = Math.max(0, startIndex - overscan + Math.min(0, step))
  const last = Math.min(count - 1, endIndex + overscan + Math.max(0, step))
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

function withKept(indexes: number[], keep: number, count: number): number[] {
  if (keep >= count || indexes.includes(keep)) return indexes
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
