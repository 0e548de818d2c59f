import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantUser } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import { useEffect, useMemo, useState } from 'react'

import { ApiError } from './api-error.ts'
import { allTenantUsersQuery, firstTenantUsersQuery } from './tenant-users.queries.ts'
import type { TenantUsersKey } from './tenant-users.queries.ts'

interface TenantUsersOptions {
  tenantId: TenantId
  /** Of the tenant's details: when they are newer, the people are read again. */
  dataAsOf: string | null
  /** Whether everybody is wanted, or only the first ones. */
  wantsAll: boolean
  isEnabled?: boolean
}

/** People of a tenant by name, as far as they have arrived. */
export interface TenantUsers {
  users: readonly TenantUser[]
  /** On all pages; undefined until the first one arrived. */
  total: number | undefined
  /** Whether what was wanted is there. */
  isComplete: boolean
  /** Why the people could not be read from Microsoft, though the tenant could. */
  failure: PartFailure | null
  /** Why reading them here failed. */
  error: unknown
  retry: () => void
}

/** Reads the first people of a tenant, and everybody once that is wanted. */
export function useTenantUsers(options: TenantUsersOptions): TenantUsers {
  const { tenantId, dataAsOf, wantsAll, isEnabled = true } = options
  const [openedWith] = useState(dataAsOf)
  const key = { tenantId, dataAsOf, isQuiet: dataAsOf !== openedWith }
  const first = useFirstUsers(key, isEnabled && !wantsAll)
  const all = useAllUsers(key, isEnabled && wantsAll)
  if (!wantsAll) return hasArrived(first) || !hasArrived(all) ? first : all
  if (hasArrived(all)) return all
  // Until everybody arrives, the first ones stay in sight.
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
    users: query.data?.users ?? NOBODY,
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
  const isReadAnew = useReadAnewOnce(query, key.dataAsOf)
  useFollowingPages(query, enabled)
  const users = useMemo(() => data?.pages.flatMap((page) => page.users), [data])
  const page = data?.pages[0]
  return {
    users: users ?? NOBODY,
    total: page?.total,
    isComplete: page !== undefined && !hasNextPage,
    failure: page?.failure ?? null,
    error: isReadAnew ? null : query.error,
    retry: () =>
      void (query.isFetchNextPageError && !isOutdated(query.error)
        ? fetchNextPage()
        : query.refetch()),
  }
}

/** A refresh in between has taken the pages away: they begin anew. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

interface ReadablePages {
  error: unknown
  refetch: () => Promise<unknown>
}

/** Reads pages that were taken away from the start, once for each state of the tenant without being asked. */
function useReadAnewOnce({ error, refetch }: ReadablePages, dataAsOf: string | null): boolean {
  const [readAnewOf, setReadAnewOf] = useState<string | null>()
  const isDue = isOutdated(error) && readAnewOf !== dataAsOf
  useEffect(() => {
    if (isDue) void refetch().then(() => setReadAnewOf(dataAsOf))
  }, [isDue, refetch, dataAsOf])
  return isDue
}

interface Pages {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  isPlaceholderData: boolean
  fetchNextPage: () => unknown
}

/** Asks for one page after the other. */
function useFollowingPages(pages: Pages, isWanted: boolean): void {
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = pages
  const isDue = isWanted && hasNextPage && !isFetching && !isError && !isPlaceholderData
  // By its number: a page can come so fast that nothing else is seen to change.
  const nextPage = isDue ? pages.data?.pages.length : undefined
  useEffect(() => {
    if (nextPage !== undefined) void fetchNextPage()
  }, [nextPage, fetchNextPage])
}

const NOBODY: readonly TenantUser[] = []
