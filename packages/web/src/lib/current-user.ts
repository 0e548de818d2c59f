import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getCurrentUser } from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'

import { call } from './api.ts'

/** The signed-in person, or null: any failure of this read means nobody (specification section 7). */
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

/** The person in an answer that getCurrentUser gave before the application was loaded; null where there is none. */
export function currentUserIn(answer: string): CurrentUser | null {
  try {
    return getCurrentUser.reply.parse(JSON.parse(answer)).user
  } catch {
    return null
  }
}

/** The signed-in person, for everything that is shown only when somebody is signed in. */
export function useCurrentUser(): CurrentUser {
  const { data: user } = useSuspenseQuery(currentUserQuery)
  if (user === null) throw new Error('Nobody is signed in')
  return user
}
