import { queryOptions } from '@tanstack/react-query'
import { listNotifications } from '@tenantscope/contract/notifications'
import { getSecondFactor, listOwnSessions } from '@tenantscope/contract/own-account'

import { call } from '../../lib/api.ts'

/** The state of the user's second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  staleTime: 0,
})

/** The open sessions of the user. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(listOwnSessions, {}, { signal })).sessions,
  staleTime: 0,
})

/** The user's notifications, and the kinds available to the user. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, {}, { signal }),
  staleTime: 0,
})
