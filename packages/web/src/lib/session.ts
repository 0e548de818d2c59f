import type { QueryClient } from '@tanstack/react-query'
import { signOut } from '@tenantscope/contract/auth'
import type { UserId } from '@tenantscope/contract/ids'

import { call } from './api.ts'
import { currentUserQuery } from './current-user.ts'
import { leaveTo, reloadPage } from './leaving.ts'
import { openTabChannel, SIGNED_OUT, TABS_CHANNEL } from './tab-channel.ts'
import { visibleToast } from './toasts.ts'

/** Shows the login screen and forgets everything that the person saw. */
export function forgetPerson(client: QueryClient): void {
  client.setQueryData(currentUserQuery.queryKey, null)
  const [root] = currentUserQuery.queryKey
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== root })
  client.getMutationCache().clear()
  visibleToast.set(null)
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
