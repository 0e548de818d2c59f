import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import { USERS_SHOWN } from '@tenantscope/contract/limits'

import { call } from './api.ts'
import { TENANT_USERS } from './tenant-data.ts'

export interface TenantUsersKey {
  tenantId: TenantId
  /** Of the tenant's details: other data are other people. */
  dataAsOf: string | null
  /** Marks reads that nobody asked for: they prolong no session. */
  isQuiet: boolean
}

/** The first people of a tenant by name, as many as a card shows. */
export function firstTenantUsersQuery({ tenantId, dataAsOf, isQuiet }: TenantUsersKey) {
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

/** All people of a tenant, page by page of one generation. */
export function allTenantUsersQuery({ tenantId, dataAsOf, isQuiet }: TenantUsersKey) {
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
