import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { getAdminStats } from '@tenantscope/contract/system'
import { getUser, listUserActivity, listUsers } from '@tenantscope/contract/users'

import { call } from '../../../lib/api.ts'

const USERS = 'admin-users'
const STATS = 'admin-stats'

export type UserKind = 'all' | 'local' | 'microsoft' | 'administrators' | 'disabled'

/** The people that a search and a filter find, page by page. */
export function usersQuery({ q, kind }: { q: string; kind: UserKind }) {
  return infiniteQueryOptions({
    queryKey: [USERS, 'list', kind, q],
    queryFn: ({ signal, pageParam }) =>
      call(
        listUsers,
        { query: { q, kind, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One person with everything that was granted to them. */
export function userQuery(userId: UserId) {
  return queryOptions({
    queryKey: [USERS, 'one', userId],
    queryFn: ({ signal }) => call(getUser, { params: { userId } }, { signal }),
    staleTime: 0,
  })
}

/** Reads the activity by and about a user, newest first, page by page. */
export function activityQuery(userId: UserId) {
  return infiniteQueryOptions({
    queryKey: [USERS, 'activity', userId],
    queryFn: ({ signal, pageParam }) =>
      call(
        listUserActivity,
        { params: { userId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Counts of people, sessions and tenants. */
export const adminStatsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => call(getAdminStats, {}, { signal }),
  staleTime: 0,
})

/** After a change every list, dialog and count shows what is stored now. */
export async function rereadUsers(client: QueryClient): Promise<void> {
  await Promise.all([USERS, STATS].map((key) => client.invalidateQueries({ queryKey: [key] })))
}
