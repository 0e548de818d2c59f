import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { QUERY } from '@tenantscope/contract/limits'

import { ApiError } from './api-error.ts'
import { currentUserQuery } from './current-user.ts'

const MINUTE_MS = 60_000

/** Creates the cache with the settings of specification section 9. */
export function createQueryClient(): QueryClient {
  /** The second factor can become required during a session: the user is read again, and its page opens. */
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.body?.code === 'SECOND_FACTOR_SETUP_REQUIRED')
      void client.invalidateQueries(currentUserQuery)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: QUERY.defaultFreshMinutes * MINUTE_MS,
        gcTime: QUERY.unusedMinutes * MINUTE_MS,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        // A paused query would show a spinner forever; a failed one shows the reason.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
