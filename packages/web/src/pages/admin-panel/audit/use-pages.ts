import { AUDIT } from '@tenantscope/contract/limits'
import { useState } from 'react'

export interface Pages {
  /** Of the page that is shown; undefined for the first. */
  readonly cursor: string | undefined
  readonly index: number
  next: (cursor: string) => void
  previous: () => void
}

/** The way through pages of a list; another filter begins at the first again. */
export function usePages(filter: string): Pages {
  const [way, setWay] = useState<{ filter: string; cursors: readonly string[] }>({
    filter,
    cursors: [],
  })
  const cursors = way.filter === filter ? way.cursors : []
  return {
    cursor: cursors.at(-1),
    index: cursors.length,
    next: (cursor) => setWay({ filter, cursors: [...cursors, cursor] }),
    previous: () => setWay({ filter, cursors: cursors.slice(0, -1) }),
  }
}

/** Returns the pager's properties for a page of the audit. */
export function pagerOf(
  pages: Pages,
  { shown, total, nextCursor }: { shown: number; total: number; nextCursor: string | null },
) {
  return {
    first: pages.index * AUDIT.perPage + 1,
    shown,
    total,
    countedMost: AUDIT.countedMost,
    onPrevious: pages.index === 0 ? null : pages.previous,
    onNext: nextCursor === null ? null : () => pages.next(nextCursor),
  }
}
