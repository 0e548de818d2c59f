import { useState } from 'react'
import type { KeyboardEvent } from 'react'

import { RETURNS_FOCUS } from './returns-focus.ts'

/** A menu of a button, for HangingMenu. */
export interface ButtonMenu {
  button: HTMLElement
  isOpen: boolean
  onClose: () => void
}

/**
 * A button whose menu is loaded when the pointer or focus reaches it: returns the button's
 * properties, and the menu once it was opened.
 */
export function useMenuButton(load: () => Promise<unknown>) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState<boolean>()
  const loadAhead = () => {
    load().catch(() => {
      // Opening the menu tries again and shows the failure.
    })
  }
  const props = {
    // From dialogs that are opened by an entry.
    ...RETURNS_FOCUS,
    ref: setButton,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen === true,
    onClick: () => setIsOpen(isOpen !== true),
    onFocus: loadAhead,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && isOpen === true) setIsOpen(false)
    },
    onPointerEnter: loadAhead,
  }
  const isReady = button !== null && isOpen !== undefined
  const menu: ButtonMenu | null = isReady
    ? { button, isOpen, onClose: () => setIsOpen(false) }
    : null
  return [props, menu] as const
}
