import { useEffect, useEffectEvent } from 'react'

/** On Apple's keyboards Ctrl+K edits text; Command is the key of shortcuts there. */
const IS_APPLE = /mac|iphone|ipad/i.test(navigator.platform)

/** As people read it on a button. */
export const SHORTCUT_TEXT = IS_APPLE ? '⌘K' : 'Ctrl+K'
/** As assistive technology reads it (aria-keyshortcuts). */
export const SHORTCUT_KEYS = IS_APPLE ? 'Meta+K' : 'Control+K'

/** What the search's own dialog is known by: while it fades away it is in nobody's way. */
export const SEARCH_SURFACE = { 'data-estate-search': '' }

/** Calls when the shortcut is pressed, unless another dialog is open: its fields keep the browser's own keys. */
export function useSearchShortcut(onPressed: () => void): void {
  const press = useEffectEvent(onPressed)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = IS_APPLE ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey
}

function isDialogOpen(): boolean {
  const others =
    '[role="dialog"][aria-modal="true"]:not([data-estate-search]), [role="alertdialog"]'
  return document.querySelector(others) !== null
}
