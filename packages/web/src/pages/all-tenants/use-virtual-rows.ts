import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
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

/** The rows in sight of a table that scrolls with the page. */
export function useVirtualRows(options: VirtualRowsOptions) {
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
    /** In the order of the document; `start` is measured from the top of the body. */
    visible: slots
      .place(indexes, keyOf, virtualizer.isScrolling)
      .map(({ slot, index }) => ({ slot, index, start: index * rowHeight })),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

/**
 * The rows in sight and some around them; while the page moves also those that the next step as long as
 * the last one brings into sight. The browser shows a step before its scroll event: without them it would
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

/** Returns the distance of an element from the top of the page; it changes with the content above. */
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

/** An element of the table and the row that it shows. */
interface RowSlot {
  readonly slot: number
  readonly index: number
}

interface RowSlots {
  /** Gives each row an element, in the order of the document. */
  place: (indexes: readonly number[], keyOf: KeyOf, isMoving: boolean) => readonly RowSlot[]
}

type Key = string | number
type KeyOf = (index: number) => Key

/**
 * Rows keep their element for as long as they are shown; elements that become free show the rows that
 * come. An element is filled again in less time than a new one is created. During a scroll no element
 * moves in the document; afterwards the elements are in the order of the rows, for screen readers.
 */
export function createRowSlots(): RowSlots {
  let placed: readonly { slot: number; key: Key }[] = []
  return {
    place: (indexes, keyOf, isMoving) => {
      const indexByKey = new Map(indexes.map((index) => [keyOf(index), index]))
      const stay = new Set(placed.map(({ key }) => key))
      const coming = [...indexByKey.keys()].filter((key) => !stay.has(key))
      const kept = placed.flatMap(({ slot, key }) => {
        const shown = indexByKey.has(key) ? key : coming.shift()
        return shown === undefined ? [] : [{ slot, key: shown }]
      })
      const next = 1 + Math.max(-1, ...placed.map(({ slot }) => slot))
      const all = [...kept, ...coming.map((key, offset) => ({ slot: next + offset, key }))].map(
        ({ slot, key }) => ({ slot, key, index: indexByKey.get(key) ?? 0 }),
      )
      const ordered = isMoving ? all : all.toSorted((a, b) => a.index - b.index)
      placed = ordered
      return ordered
    },
  }
}
