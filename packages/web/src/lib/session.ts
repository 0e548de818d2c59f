import type { QueryClient } from '@tanstack/react-query'
import { signOut } from '@tenantscope/contract/auth'
import type { UserId } from '@tenantscope/contract/ids'

import { call } from './api.ts'
import { currentUserIn, currentUserQuery } from './current-user.ts'
import { leaveTo, reloadPage } from './leaving.ts'
import { isSigningInAgain, LATE_ANSWERS_MS } from './signing-in-again.ts'
import { openTabChannel, SIGNED_OUT, TABS_CHANNEL } from './tab-channel.ts'
import { visibleToast } from './toasts.ts'
import { askForVisitor, signedOutNotice, visitor } from './visitor.ts'

/** Shows the login screen and removes all cached data of the user. */
export function forgetPerson(
  client: QueryClient,
  reason: typeof SESSION_ENDED | null = null,
): void {
  signedOutNotice.set(reason)
  visitor.set('signed-out')
  client.clear()
  visibleToast.set(null)
}

/**
 * Handles a 401 of a call. During a new sign-in it may concern the old session: the user is read
 * again once the new cookie must have arrived. Nothing happens to what is shown after `signal` aborts.
 */
export async function heedSessionEnd(client: QueryClient, signal: AbortSignal): Promise<void> {
  if (isSigningInAgain()) {
    await new Promise((resolve) => setTimeout(resolve, LATE_ANSWERS_MS))
    const found = signal.aborted ? null : await askForVisitor()
    if (signal.aborted) return
    const user = found && currentUserIn(found.answer)
    if (user) {
      keepPerson(client, user.id)
      return
    }
  }
  forgetPerson(client, SESSION_ENDED)
}

/** Here and not in the login page, whose first load has a limit. */
const SESSION_ENDED = {
  intent: 'info',
  title: 'You were signed out',
  text: 'Your session has expired or was ended. Sign in again to continue.',
} as const

/** Reloads when the session belongs to another user, who signed in in another tab. */
export function keepPerson(client: QueryClient, userId: UserId): void {
  const known = client.getQueryData(currentUserQuery.queryKey)
  if (!known || known.id === userId) return
  forgetPerson(client)
  reloadPage()
}

/** Ends the session on the server and in this browser (specification section 4, App auth). */
export async function endSession(client: QueryClient): Promise<void> {
  try {
    await call(signOut)
  } catch {
    forgetPerson(client)
    leaveTo('/')
    return
  }
  // The other tabs check their session and also clear their data.
  openTabChannel(TABS_CHANNEL)?.post(SIGNED_OUT)
  forgetPerson(client)
  history.replaceState(null, '', '/login')
}
