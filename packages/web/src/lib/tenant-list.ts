import { queryOptions } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { QUERY } from '@tenantscope/contract/limits'
import { listTenants } from '@tenantscope/contract/tenants'

import { call } from './api.ts'
import { TENANT_LIST } from './tenant-data.ts'

const MINUTE_MS = 60_000

export type TenantList = CallReply<typeof listTenants>

/**
 * Reads all tenants of the reader. `isQuiet` marks a read without a user action, which does not
 * prolong the session.
 */
export function tenantListQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_LIST],
    queryFn: ({ signal }) => call(listTenants, {}, { signal, background: isQuiet }),
    staleTime: QUERY.tenantListFreshMinutes * MINUTE_MS,
    gcTime: QUERY.tenantListUnusedMinutes * MINUTE_MS,
  })
}
