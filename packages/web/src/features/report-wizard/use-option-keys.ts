import { useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'

interface Item {
  id: string
}

interface OptionKeysOptions<Option extends Item> {
  items: readonly Option[]
  chosen: ReadonlySet<string>
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** Scrolls to the option at this index, which may not be rendered. */
  reveal: (index: number) => void
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/**
 * Makes a list one stop of the Tab key: arrows move, Space selects, Shift selects the range from the
 * last selected option, and Ctrl+A selects all options.
 */
export function useOptionKeys<Option extends Item>(options: OptionKeysOptions<Option>) {
  const { items, chosen, rowHeight, scroller, reveal, onChoose } = options
  const [activeId, setActiveId] = useState<string>()
  // Where a range begins.
  const [anchorId, setAnchorId] = useState<string>()
  const activeIndex = Math.max(0, indexOf(items, activeId))

  const moveTo = (index: number) => {
    setActiveId(items[index]?.id)
    reveal(index)
  }
  const choose = (index: number, isRange: boolean) => {
    const item = items[index]
    if (item === undefined) return
    const anchor = isRange ? indexOf(items, anchorId) : -1
    const range = between(anchor < 0 ? index : anchor, index)
    onChoose(
      range.flatMap((each) => items[each]?.id ?? []),
      !chosen.has(item.id),
    )
    setActiveId(item.id)
    setAnchorId(item.id)
  }
  const extendTo = (index: number) => {
    const range = between(activeIndex, index)
    onChoose(
      range.flatMap((each) => items[each]?.id ?? []),
      true,
    )
    setAnchorId(items[index]?.id)
  }
  return {
    /** The option that the keyboard is at. */
    active: items[activeIndex],
    onKeyDown: (event: KeyboardEvent) => {
      const { key, shiftKey } = event
      const pageRows = Math.max(
        1,
        Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1,
      )
      const next = optionAfter(key, activeIndex, { count: items.length, pageRows })
      if (next !== undefined) {
        if (shiftKey) extendTo(next)
        moveTo(next)
      } else if (key === ' ') choose(activeIndex, shiftKey)
      else if (key === 'a' && (event.ctrlKey || event.metaKey))
        onChoose(
          items.map(({ id }) => id),
          true,
        )
      else return
      event.preventDefault()
    },
    onClick: ({ target, shiftKey }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      if (row) choose(Number(row.dataset['index']), shiftKey)
    },
  }
}

function indexOf(items: readonly Item[], id: string | undefined): number {
  return id === undefined ? -1 : items.findIndex((item) => item.id === id)
}

/** The option that a key leads to from another one, in a list of `count`; undefined for other keys. */
function optionAfter(
  key: string,
  from: number,
  { count, pageRows }: { count: number; pageRows: number },
): number | undefined {
  const moved = MOVES[key]?.(from, { last: count - 1, pageRows })
  return moved === undefined ? undefined : Math.max(0, Math.min(count - 1, moved))
}

type Move = (from: number, list: { last: number; pageRows: number }) => number

const MOVES: Partial<Record<string, Move>> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from, { pageRows }) => from + pageRows,
  PageUp: (from, { pageRows }) => from - pageRows,
  Home: () => 0,
  End: (_, { last }) => last,
}

/** The positions from one to another, both included, whichever comes first. */
function between(one: number, other: number): number[] {
  const first = Math.min(one, other)
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, offset) => first + offset)
}
