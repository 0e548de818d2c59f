import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getCurrentUser } from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'

import { call } from './api.ts'

/** Reads the signed-in user; null on any failure (specification section 7). */
export const currentUserQuery = queryOptions({
  queryKey: ['currentUser'],
  queryFn: async (): Promise<CurrentUser | null> => {
    try {
      return (await call(getCurrentUser)).user
    } catch {
      return null
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Parses a getCurrentUser response that was received before the application loaded; null when it has no user. */
export function currentUserIn(answer: string): CurrentUser | null {
  try {
    return getCurrentUser.reply.parse(JSON.parse(answer)).user
  } catch {
    return null
  }
}

/** Returns the signed-in user; throws without one. */
export function useCurrentUser(): CurrentUser {
  const { data: user } = useSuspenseQuery(currentUserQuery)
  if (user === null) throw new Error('no user is signed in')
  return user
}
