import { tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Scrolls to the item of a link and moves the focus to it. */
export function useLinkedItem<Item extends HTMLElement>(isLinked: boolean): RefObject<Item | null> {
  const item = useRef<Item>(null)
  useEffect(() => {
    if (!isLinked) return undefined
    // The router scrolls to the top after this moment.
    const timer = setTimeout(() => item.current?.focus())
    return () => clearTimeout(timer)
  }, [isLinked])
  return item
}

/** Styles of the item of a link, as input of makeStyles. */
export const LINKED_ITEM_STYLE = {
  backgroundColor: tokens.colorBrandBackground2,
  boxShadow: `-12px 0 0 ${tokens.colorBrandBackground2}, 12px 0 0 ${tokens.colorBrandBackground2}`,
  outlineOffset: '4px',
} as const
