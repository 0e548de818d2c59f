import { CONSENT } from '@tenantscope/contract/limits'

/** Where a sign-in in a popup ends. */
export const POPUP_END = '/signed-in'

/**
 * Whether this window was opened by another one of the application. One that comes back from Microsoft
 * has lost its opener to the opener policies of the pages on its way: its address tells it.
 */
export function isPopup(): boolean {
  return Boolean(window.opener) || location.pathname === POPUP_END
}

interface PopupSize {
  width: number
  height: number
}

/**
 * Opens an address in a window of its own, in the middle of this one; null where the browser does not
 * allow it. It has to happen within the click itself: what opens later counts as unasked.
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

/** Looks each second, counted from 1, until `look` has seen the end; call the answer to stop before. */
export function watchPopup(look: (attempt: number) => boolean): () => void {
  let attempt = 0
  const timer = setInterval(() => {
    attempt += 1
    if (look(attempt)) clearInterval(timer)
  }, CONSENT.popupPollMs)
  return () => clearInterval(timer)
}
