import { queryOptions } from '@tanstack/react-query'
import { getAzurePermissions } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'

import { call } from './api.ts'
import { TENANT_PERMISSIONS } from './tenant-data.ts'

export type Permissions = CallReply<typeof getAzurePermissions>

/**
 * Reads the stored results of the app registration and of the reader's tenants. `isQuiet` marks a
 * read without a user action, which does not prolong the session.
 */
export function permissionsQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_PERMISSIONS],
    queryFn: ({ signal }) => call(getAzurePermissions, {}, { signal, background: isQuiet }),
  })
}
