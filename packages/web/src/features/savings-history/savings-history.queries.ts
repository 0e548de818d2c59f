import { queryOptions } from '@tanstack/react-query'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { getSavingsHistory, getTenantSavingsHistory } from '@tenantscope/contract/savings-history'

import { call } from '../../lib/api.ts'
import { ESTATE_LICENSES } from '../../lib/tenant-data.ts'

/** Reads what was saved over time in one tenant. */
export const tenantSavingsHistoryQuery = (tenantId: TenantId) =>
  queryOptions({
    queryKey: [ESTATE_LICENSES, 'savings-history', 'tenant', tenantId],
    queryFn: ({ signal }) => call(getTenantSavingsHistory, { params: { tenantId } }, { signal }),
  })

/** Reads the same of one group or of all tenants of the reader. */
export const savingsHistoryQuery = (groupId: TenantGroupId | undefined) =>
  queryOptions({
    queryKey: [ESTATE_LICENSES, 'savings-history', 'group', groupId],
    queryFn: ({ signal }) => call(getSavingsHistory, { query: { groupId } }, { signal }),
  })
