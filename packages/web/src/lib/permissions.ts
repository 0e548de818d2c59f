import { queryOptions } from '@tanstack/react-query'
import { getAzurePermissions } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'

import { call } from './api.ts'
import { TENANT_PERMISSIONS } from './tenant-data.ts'

export type Permissions = CallReply<typeof getAzurePermissions>

/**
 * The stored results of the app registration and of the reader's tenants. `isQuiet` marks a read that
 * nobody asked for: it prolongs no session.
 */
export function permissionsQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_PERMISSIONS],
    queryFn: ({ signal }) => call(getAzurePermissions, {}, { signal, background: isQuiet }),
  })
}
