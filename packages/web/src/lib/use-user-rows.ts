import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import type { RefObject } from 'react'

const ROWS_BEYOND = 8

interface UserRowsOptions {
  users: readonly TenantUser[]
  scroller: RefObject<HTMLElement | null>
  rowHeight: number
  isScrolled: boolean
  /** A user whose row is rendered even when not visible, because it gets the focus. */
  keptId: string | undefined
}

/** Returns the rows to render: the visible ones in a scrolling box, or all where nothing scrolls. */
export function useUserRows(options: UserRowsOptions) {
  const { users, scroller, rowHeight, isScrolled, keptId } = options
  const kept = useMemo(() => users.findIndex(({ id }) => id === keptId), [users, keptId])
  // oxlint-disable-next-line react/incompatible-library -- concerns the React Compiler, which does not build this application
  const virtualizer = useVirtualizer({
    count: users.length,
    enabled: isScrolled,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: ROWS_BEYOND,
    rangeExtractor: useCallback((range: Range) => withKept(range, kept), [kept]),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const indexes = isScrolled
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : users.keys()
  return {
    totalHeight: users.length * rowHeight,
    visible: Array.from(indexes).flatMap((index) => {
      const user = users[index]
      return user === undefined ? [] : [{ index, start: index * rowHeight, user }]
    }),
  }
}

function withKept(range: Range, kept: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (kept < 0 || indexes.includes(kept)) return indexes
  return [...indexes, kept].toSorted((a, b) => a - b)
}
