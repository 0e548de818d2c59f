import { queryOptions } from '@tanstack/react-query'
import { getSignInOptions } from '@tenantscope/contract/auth'

import { call } from './api.ts'

/** Reads the available sign-in methods, and whether Microsoft is simulated. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['signInOptions'],
  queryFn: ({ signal }) => call(getSignInOptions, {}, { signal }),
})
