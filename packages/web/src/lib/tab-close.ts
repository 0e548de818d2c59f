import { getCurrentUser, signOut } from '@tenantscope/contract/auth'

import { call } from './api.ts'
import { leavesByItself } from './leaving.ts'
import { isPopup } from './popup.ts'
import { reportSessionPerson } from './session-person.ts'
import { openTabChannel, SIGNED_OUT, TAB_CLOSED, TABS_CHANNEL } from './tab-channel.ts'

/** Surely after the closing tab's own message, well within the server's 30 seconds. */
const REVIVE_AFTER_MS = 5_000

/**
 * Tells the server when this tab is closed, and keeps the session alive when another tab was
 * (specification section 4, App auth; decisions.md, Sign-in and sessions).
 */
export function watchTabClose(): () => void {
  const channel = openTabChannel(TABS_CHANNEL)
  channel?.listen((news) => {
    setTimeout(() => void probeSession(), news === SIGNED_OUT ? 0 : REVIVE_AFTER_MS)
  })
  const onPageHide = (event: PageTransitionEvent) => {
    if (event.persisted || leavesByItself() || isPopup()) return
    channel?.post(TAB_CLOSED)
    call(signOut, { body: { reason: 'tab-closed' } }, { keepalive: true }).catch(() => {
      // The page is gone; the session ends by its own age.
    })
  }
  window.addEventListener('pagehide', onPageHide)
  return () => {
    window.removeEventListener('pagehide', onPageHide)
    channel?.close()
  }
}

/** Any request of the session takes the other tab's goodbye back; its answer says whose session it is now. */
async function probeSession(): Promise<void> {
  try {
    const { user } = await call(getCurrentUser, {}, { background: true })
    reportSessionPerson(user.id)
  } catch {
    // An ended session has been reported by the call itself.
  }
}
