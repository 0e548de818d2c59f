import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Brings what a link singles out into sight and moves the focus there, each time a link does so. */
export function useLinkedItem<Item extends HTMLElement>(isLinked: boolean): RefObject<Item | null> {
  const item = useRef<Item>(null)
  useEffect(() => {
    if (!isLinked) return undefined
    // The router puts the page back to its top after this moment; the item is to be seen after that.
    const timer = setTimeout(() => item.current?.focus())
    return () => clearTimeout(timer)
  }, [isLinked])
  return item
}
