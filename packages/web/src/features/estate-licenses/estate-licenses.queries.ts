import { queryOptions } from '@tanstack/react-query'
import {
  getEstateLicense,
  getEstateLicenseTrend,
  listEstateLicenses,
} from '@tenantscope/contract/estate-licenses'
import type { TenantGroupId } from '@tenantscope/contract/ids'

import { call } from '../../lib/api.ts'
import { ESTATE_LICENSES } from '../../lib/tenant-data.ts'

// Prices and spare seats change figures at once, so a screen that is opened again reads them again.
const staleTime = 0

/** Reads the licenses of one group or of all tenants of the reader. */
export const estateLicensesQuery = (groupId: TenantGroupId | undefined) =>
  queryOptions({
    queryKey: [ESTATE_LICENSES, 'list', groupId],
    queryFn: ({ signal }) => call(listEstateLicenses, { query: { groupId } }, { signal }),
    staleTime,
  })

interface AskedLicense {
  skuId: string
  groupId: TenantGroupId | undefined
}

/** Reads one license with the tenants that have it. */
export const estateLicenseQuery = ({ skuId, groupId }: AskedLicense) =>
  queryOptions({
    queryKey: [ESTATE_LICENSES, 'one', skuId, groupId],
    queryFn: ({ signal }) =>
      call(getEstateLicense, { params: { skuId }, query: { groupId } }, { signal }),
    staleTime,
  })

/** Reads the seats of one license day by day. */
export const licenseTrendQuery = ({ skuId, groupId }: AskedLicense) =>
  queryOptions({
    queryKey: [ESTATE_LICENSES, 'trend', skuId, groupId],
    queryFn: ({ signal }) =>
      call(getEstateLicenseTrend, { params: { skuId }, query: { groupId } }, { signal }),
    staleTime,
  })
