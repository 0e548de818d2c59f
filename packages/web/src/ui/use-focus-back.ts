import { useLayoutEffect } from 'react'

const QUESTION = '[role=alertdialog]'
const DIALOG = `[role=dialog], ${QUESTION}`

/**
 * Whatever had the focus when a question opened has it again when the question is gone. Left to itself
 * Fluent focuses the last button that opened a dialog; it may stand on the page behind a dialog that is
 * still open, which is then hidden from screen readers.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const asker = document.activeElement
    const below = asker?.closest<HTMLElement>(DIALOG) ?? null
    // After the commit: React itself gives the focus back to what had it before.
    return () => queueMicrotask(() => focusAgain(asker, below))
  }, [isOpen])
}

/**
 * Focuses where somebody goes on once what they agreed to is done. Who cancelled the question meanwhile
 * keeps their focus, unless it went with what was done.
 */
export function focusAfterQuestion(next: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.closest(QUESTION)) next?.focus()
}

function focusAgain(asker: Element | null, below: HTMLElement | null): void {
  const focused = document.activeElement
  // Whoever closed the question has put the focus where they want it.
  if (focused !== document.body && focused?.closest(DIALOG) === below) return
  if (asker instanceof HTMLElement) asker.focus()
  // It is gone, or cannot be used any more.
  if (document.activeElement !== asker) below?.focus()
}
