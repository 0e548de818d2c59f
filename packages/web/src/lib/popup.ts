import { CONSENT } from '@tenantscope/contract/limits'

/** The last address of a sign-in in a popup. */
export const POPUP_END = '/signed-in'

/**
 * Returns whether this window is a popup of the application. After a redirect from Microsoft the
 * opener is lost to opener policies; the address shows it.
 */
export function isPopup(): boolean {
  return Boolean(window.opener) || location.pathname === POPUP_END
}

interface PopupSize {
  width: number
  height: number
}

/**
 * Opens an address in a centered popup; null when the browser blocks it. Must run within the click
 * event: later popups are blocked.
 */
export function openPopup(address: string, name: string, size: PopupSize): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2)
  const popup = window.open(
    address,
    name,
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  )
  return popup === null || popup.closed ? null : popup
}

/** Calls `look` each second, counted from 1, until it returns true; returns the function that stops it. */
export function watchPopup(look: (attempt: number) => boolean): () => void {
  let attempt = 0
  const timer = setInterval(() => {
    attempt += 1
    if (look(attempt)) clearInterval(timer)
  }, CONSENT.popupPollMs)
  return () => clearInterval(timer)
}
