import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { VIEW_ADDRESSES } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'

import { call } from '../../lib/api.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { askedForAddress } from '../../lib/return-to.ts'

type Credentials = CallInput<typeof signInLocally>['body']

/** Signs in, then lets the application ask again who is here (specification section 4, App auth). */
export function useLocalSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await call(signInLocally, { body: credentials })
      // The application reads its address when it starts, which is as soon as the person is known.
      history.replaceState(null, '', askedForAddress() ?? (await preferredAddress(client)))
      const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
      if (user === null) throw new Error('The browser did not keep the session')
    },
  })
}

/** Where a person wants to start whose link asked for nothing (decisions.md, Sign-in and sessions). */
async function preferredAddress(client: QueryClient): Promise<string> {
  try {
    const { defaultView } = await client.fetchQuery(preferencesQuery)
    return VIEW_ADDRESSES[defaultView]
  } catch {
    // Refused while a new password must be chosen first.
    return VIEW_ADDRESSES.dashboard
  }
}
