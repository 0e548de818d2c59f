import { queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenantLicenses } from '@tenantscope/contract/licenses'
import { getTenantSettings } from '@tenantscope/contract/tenant-settings'

import { call } from '../../../lib/api.ts'
import { TENANT_DETAILS } from '../../../lib/tenant-data.ts'

/** Read anew whenever the dialog opens: what is edited must be the latest. */
export function tenantSettingsQuery(tenantId: TenantId) {
  return queryOptions({
    queryKey: ['tenant-settings', tenantId],
    queryFn: ({ signal }) => call(getTenantSettings, { params: { tenantId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The licenses of which seats can be kept. */
export function tenantLicensesQuery(tenantId: TenantId) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, tenantId, 'licenses'],
    queryFn: ({ signal }) => call(listTenantLicenses, { params: { tenantId } }, { signal }),
  })
}
