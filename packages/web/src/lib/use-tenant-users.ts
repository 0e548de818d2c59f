import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USERS_SHOWN } from '@tenantscope/contract/limits'
import type { PartFailure } from '@tenantscope/contract/parts'
import { useEffect, useMemo, useState } from 'react'

import { ApiError } from './api-error.ts'
import { call } from './api.ts'
import { TENANT_USERS } from './tenant-data.ts'

interface TenantUsersOptions {
  tenantId: TenantId
  /** Date of the tenant's data: when it is newer, the users are read again. */
  dataAsOf: string | null
  /** Whether all users are needed, or only the first ones. */
  wantsAll: boolean
  isEnabled?: boolean
}

/** Users of a tenant by name, as far as they are loaded. */
export interface TenantUsers {
  users: readonly TenantUser[]
  /** Total of all pages; undefined until the first one is loaded. */
  total: number | undefined
  /** Whether all requested users are loaded. */
  isComplete: boolean
  /** Why the users could not be read from Microsoft, though the tenant could. */
  failure: PartFailure | null
  /** Why the request to the server failed. */
  error: unknown
  retry: () => void
}

/** Reads the first users of a tenant, and all of them when requested. */
export function useTenantUsers(options: TenantUsersOptions): TenantUsers {
  const { tenantId, dataAsOf, wantsAll, isEnabled = true } = options
  const [openedWith] = useState(dataAsOf)
  const key = { tenantId, dataAsOf, isQuiet: dataAsOf !== openedWith }
  const first = useFirstUsers(key, isEnabled && !wantsAll)
  const all = useAllUsers(key, isEnabled && wantsAll)
  if (!wantsAll) return hasArrived(first) || !hasArrived(all) ? first : all
  if (hasArrived(all)) return all
  // The first users stay visible until all are loaded.
  return { ...first, isComplete: false, error: all.error, retry: all.retry }
}

function hasArrived({ total }: TenantUsers): boolean {
  return total !== undefined
}

function useFirstUsers(key: TenantUsersKey, enabled: boolean): TenantUsers {
  const query = useQuery({
    ...firstTenantUsersQuery(key),
    enabled,
    placeholderData: keepPreviousData,
  })
  return {
    users: query.data?.users ?? NO_USERS,
    total: query.data?.total,
    isComplete: query.data !== undefined,
    failure: query.data?.failure ?? null,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

function useAllUsers(key: TenantUsersKey, enabled: boolean): TenantUsers {
  const query = useInfiniteQuery({
    ...allTenantUsersQuery(key),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, fetchNextPage } = query
  const isRestarted = useRestartOnce(query, key.dataAsOf)
  useFollowingPages(query, enabled)
  const users = useMemo(() => data?.pages.flatMap((page) => page.users), [data])
  const page = data?.pages[0]
  return {
    users: users ?? NO_USERS,
    total: page?.total,
    isComplete: page !== undefined && !hasNextPage,
    failure: page?.failure ?? null,
    error: isRestarted ? null : query.error,
    retry: () =>
      void (query.isFetchNextPageError && !isOutdated(query.error)
        ? fetchNextPage()
        : query.refetch()),
  }
}

/** Returns whether a refresh has removed the pages of this generation. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** Starts removed pages again from the first one, once per state of the tenant. */
function useRestartOnce({ error, refetch }: Pages, dataAsOf: string | null): boolean {
  const [restartedFor, setRestartedFor] = useState<string | null>()
  const isDue = isOutdated(error) && restartedFor !== dataAsOf
  useEffect(() => {
    if (isDue) void refetch().then(() => setRestartedFor(dataAsOf))
  }, [isDue, refetch, dataAsOf])
  return isDue
}

type Pages = UseInfiniteQueryResult<{ pages: readonly unknown[] }>

/** Loads the pages one after the other. */
function useFollowingPages(pages: Pages, isWanted: boolean): void {
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = pages
  const isDue = isWanted && hasNextPage && !isFetching && !isError && !isPlaceholderData
  // By page number: a page can arrive so fast that no other state changes.
  const nextPage = isDue ? pages.data?.pages.length : undefined
  useEffect(() => {
    if (nextPage !== undefined) void fetchNextPage()
  }, [nextPage, fetchNextPage])
}

const NO_USERS: readonly TenantUser[] = []

interface TenantUsersKey {
  tenantId: TenantId
  /** Date of the tenant's data; part of the cache key. */
  dataAsOf: string | null
  /** Marks reads without a user action: they do not prolong the session. */
  isQuiet: boolean
}

/** Reads the first users of a tenant by name, as many as a card shows. */
function firstTenantUsersQuery({ tenantId, dataAsOf, isQuiet }: TenantUsersKey) {
  return queryOptions({
    queryKey: [TENANT_USERS, tenantId, dataAsOf, 'first'],
    queryFn: ({ signal }) =>
      call(
        listTenantUsers,
        { params: { tenantId }, query: { limit: USERS_SHOWN } },
        { signal, background: isQuiet },
      ),
  })
}

/** Reads all users of a tenant, page by page of one generation. */
function allTenantUsersQuery({ tenantId, dataAsOf, isQuiet }: TenantUsersKey) {
  return infiniteQueryOptions({
    queryKey: [TENANT_USERS, tenantId, dataAsOf, 'all'],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        listTenantUsers,
        { params: { tenantId }, query: { cursor } },
        { signal, background: isQuiet },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

const FIRST_PAGE: string | undefined = undefined
