import { getCurrentUser, signOut } from '@tenantscope/contract/auth'

import { call } from './api.ts'
import { leavesByItself } from './leaving.ts'
import { isPopup } from './popup.ts'
import { reportSessionPerson } from './session-person.ts'
import { openTabChannel, SIGNED_OUT, TAB_CLOSED, TABS_CHANNEL } from './tab-channel.ts'

/** After the closing tab's own message, and within the server's 30 seconds. */
const REVIVE_AFTER_MS = 5_000

/**
 * Reports to the server that this tab closes, and keeps the session when another tab closed
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
      // The page is gone; the session expires on its own.
    })
  }
  window.addEventListener('pagehide', onPageHide)
  return () => {
    window.removeEventListener('pagehide', onPageHide)
    channel?.close()
  }
}

/** Any request revives the session after another tab's close message; the reply names its user. */
async function probeSession(): Promise<void> {
  try {
    const { user } = await call(getCurrentUser, {}, { background: true })
    reportSessionPerson(user.id)
  } catch {
    // The call itself reports an ended session.
  }
}
