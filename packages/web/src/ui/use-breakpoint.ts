import { useSyncExternalStore } from 'react'

/** Returns the widest of the given widths that the window reaches; updates with the window. */
export function useBreakpoint(widths: readonly number[]): number {
  return useSyncExternalStore(
    (changed) => {
      const lists = widths.map(minWidth)
      for (const list of lists) list.addEventListener('change', changed)
      return () => {
        for (const list of lists) list.removeEventListener('change', changed)
      }
    },
    () => widths.findLast((width) => minWidth(width).matches) ?? 0,
  )
}

function minWidth(pixels: number): MediaQueryList {
  return window.matchMedia(`(min-width: ${pixels}px)`)
}
