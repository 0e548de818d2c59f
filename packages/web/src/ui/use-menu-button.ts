import { useState } from 'react'
import type { KeyboardEvent, RefCallback } from 'react'

/** A menu of a button, for HangingMenu. */
export interface ButtonMenu {
  button: HTMLElement
  isOpen: boolean
  onClose: () => void
}

interface MenuButtonProps {
  ref: RefCallback<HTMLElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: () => void
}

/**
 * A button whose menu is loaded when the pointer or the keyboard nears it: what the button wears, and
 * the menu once it was opened.
 */
export function useMenuButton(load: () => Promise<unknown>): [MenuButtonProps, ButtonMenu | null] {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState<boolean>()
  const loadAhead = () => {
    load().catch(() => {
      // Tried again, and said, when the menu is opened.
    })
  }
  const wear: MenuButtonProps = {
    ref: setButton,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen === true,
    onClick: () => setIsOpen(isOpen !== true),
    onFocus: loadAhead,
    onKeyDown: ({ key }) => {
      if (key === 'Escape' && isOpen === true) setIsOpen(false)
    },
    onPointerEnter: loadAhead,
  }
  if (button === null || isOpen === undefined) return [wear, null]
  return [wear, { button, isOpen, onClose: () => setIsOpen(false) }]
}
