import { createStore } from './store.ts'

export const isOwnNavigation = createStore(false)

/** Returns whether the application itself is navigating away. */
export function leavesByItself(): boolean {
  return isOwnNavigation.get()
}

/** Navigates to an address outside the running application: Microsoft, a download, a document. */
export function leaveTo(address: string): void {
  isOwnNavigation.set(true)
  location.assign(address)
}

/** Loads the page again. */
export function reloadPage(): void {
  isOwnNavigation.set(true)
  location.reload()
}

/** Marks clicks on plain links as the application's own navigation; returns the function that stops it. */
export function followOwnLinks(): () => void {
  document.addEventListener('click', followClick)
  return () => document.removeEventListener('click', followClick)
}

/** A link may start a download or do nothing; the mark expires after this time. */
const OWN_LINK_MS = 10_000

function followClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || !opensHere(link) || event.defaultPrevented || !isPlain(event)) return
  isOwnNavigation.set(true)
  setTimeout(() => {
    isOwnNavigation.set(false)
  }, OWN_LINK_MS)
}

function opensHere(link: HTMLAnchorElement): boolean {
  return link.href !== '' && !link.hasAttribute('download') && ['', '_self'].includes(link.target)
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
