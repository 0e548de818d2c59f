import { useState } from 'react'
import type { ReactNode } from 'react'

import { LaterPart } from './later-part.tsx'

interface PanelState<Item> {
  item: Item
  isOpen: boolean
  onClose: () => void
}

/** Holds a panel about one of several items, whose code is loaded when it is first opened. */
export function useLaterPanel<Item>(render: (state: PanelState<Item>) => ReactNode) {
  const [shown, setShown] = useState<{ item: Item; isOpen: boolean }>()
  const onClose = () => setShown((current) => current && { ...current, isOpen: false })
  return {
    open: (item: Item) => setShown({ item, isOpen: true }),
    /** Null until it is first opened; the item stays while the panel slides out. */
    panel: shown === undefined ? null : <LaterPart>{render({ ...shown, onClose })}</LaterPart>,
  }
}
