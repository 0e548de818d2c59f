import type { QueryClient } from '@tanstack/react-query'
import { signOut } from '@tenantscope/contract/auth'
import type { UserId } from '@tenantscope/contract/ids'

import { call } from './api.ts'
import { currentUserIn, currentUserQuery } from './current-user.ts'
import { leaveTo, reloadPage } from './leaving.ts'
import { isSigningInAgain, LATE_ANSWERS_MS } from './signing-in-again.ts'
import { openTabChannel, SIGNED_OUT, TABS_CHANNEL } from './tab-channel.ts'
import { visibleToast } from './toasts.ts'
import { askForVisitor, visitor } from './visitor.ts'

/** Shows the login screen and forgets everything that the person saw. */
export function forgetPerson(client: QueryClient): void {
  visitor.set('nobody')
  client.clear()
  visibleToast.set(null)
}

/**
 * The server did not know the session of a call. Of somebody who is just signing in again that may be
 * the old one: who is here is asked once more, when the new one's cookie has surely come.
 */
export async function heedSessionEnd(client: QueryClient): Promise<void> {
  if (isSigningInAgain()) {
    await new Promise((resolve) => setTimeout(resolve, LATE_ANSWERS_MS))
    const found = await askForVisitor()
    const user = found && currentUserIn(found.answer)
    if (user) {
      keepPerson(client, user.id)
      return
    }
  }
  forgetPerson(client)
}

/** Begins anew when the session is another person's now, who signed in in another tab. */
export function keepPerson(client: QueryClient, userId: UserId): void {
  const known = client.getQueryData(currentUserQuery.queryKey)
  if (!known || known.id === userId) return
  forgetPerson(client)
  reloadPage()
}

/** Ends the session on the server and here (specification section 4, App auth). */
export async function endSession(client: QueryClient): Promise<void> {
  try {
    await call(signOut)
  } catch {
    forgetPerson(client)
    leaveTo('/')
    return
  }
  // The other tabs ask whether they are still signed in, and forget the person too.
  openTabChannel(TABS_CHANNEL)?.post(SIGNED_OUT)
  forgetPerson(client)
  history.replaceState(null, '', '/login')
}
