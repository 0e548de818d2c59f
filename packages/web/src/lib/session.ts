import type { QueryClient } from '@tanstack/react-query'
import { signOut } from '@tenantscope/contract/auth'

import { call } from './api.ts'
import { currentUserQuery } from './current-user.ts'
import { leaveTo } from './leaving.ts'
import { openTabChannel, TABS_CHANNEL } from './tab-channel.ts'

/** Shows the login screen and forgets everything that the person saw. */
export function forgetPerson(client: QueryClient): void {
  client.setQueryData(currentUserQuery.queryKey, null)
  const [root] = currentUserQuery.queryKey
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== root })
  client.getMutationCache().clear()
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
  openTabChannel(TABS_CHANNEL)?.post('signed-out')
  forgetPerson(client)
  history.replaceState(null, '', '/login')
}
