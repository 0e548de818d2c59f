import { queryOptions } from '@tanstack/react-query'
import { listNotifications } from '@tenantscope/contract/notifications'
import { getSecondFactor, listOwnSessions } from '@tenantscope/contract/own-account'

import { call } from '../../lib/api.ts'

/** How the person's second factor stands. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  staleTime: 0,
})

/** Where the person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(listOwnSessions, {}, { signal })).sessions,
  staleTime: 0,
})

/** What the person was told of, and what they may be told of. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, {}, { signal }),
  staleTime: 0,
})
