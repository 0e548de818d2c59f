import { QueryClient } from '@tanstack/react-query'
import { QUERY } from '@tenantscope/contract/limits'

const MINUTE_MS = 60_000

/** The cache with the settings of specification section 9. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY.defaultFreshMinutes * MINUTE_MS,
        gcTime: QUERY.unusedMinutes * MINUTE_MS,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        // A paused query would show a spinner for ever; a failed one says what happened.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
