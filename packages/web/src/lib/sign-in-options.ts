import { queryOptions } from '@tanstack/react-query'
import { getSignInOptions } from '@tenantscope/contract/auth'

import { call } from './api.ts'

/** The ways of signing in, and whether Microsoft is simulated here. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['signInOptions'],
  queryFn: ({ signal }) => call(getSignInOptions, {}, { signal }),
})
