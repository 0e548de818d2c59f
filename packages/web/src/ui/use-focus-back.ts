import { useLayoutEffect } from 'react'

const QUESTION = '[role=alertdialog]'
const DIALOG = `[role=dialog], ${QUESTION}`

/**
 * Returns the focus to the element that had it before a question opened. Fluent would focus the
 * last button that opened a dialog, which may be on the page behind a dialog that is still open.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const asker = document.activeElement
    const below = asker?.closest<HTMLElement>(DIALOG) ?? null
    // After the commit, since React also restores the focus.
    return () => queueMicrotask(() => focusAgain(asker, below))
  }, [isOpen])
}

/**
 * Focuses the next element after a confirmed action. A focus that the user moved meanwhile is kept,
 * unless its element was removed.
 */
export function focusAfterQuestion(next: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.closest(QUESTION)) next?.focus()
}

function focusAgain(asker: Element | null, below: HTMLElement | null): void {
  const focused = document.activeElement
  // The user has moved the focus already.
  if (focused !== document.body && focused?.closest(DIALOG) === below) return
  if (asker instanceof HTMLElement) asker.focus()
  // The element was removed or is disabled.
  if (document.activeElement !== asker) below?.focus()
}
