import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenantLicenses } from '@tenantscope/contract/licenses'
import type { TenantLicense, TenantUser } from '@tenantscope/contract/licenses'
import type { ReportSelection } from '@tenantscope/contract/reports'

import { call } from './api.ts'
import { TENANT_LICENSES } from './tenant-data.ts'
import { useTenantUsers } from './use-tenant-users.ts'
import type { TenantUsers } from './use-tenant-users.ts'

/** The tenant of a report, as in lists of tenants. */
export interface ReportTenant {
  id: TenantId
  displayName: string
  /** Null: the tenant has not been read yet, so there is nothing to report. */
  dataAsOf: string | null
}

/** The loaded licenses and users that a report of one tenant can include. */
export interface ReportSources {
  /** The visible licenses; hidden ones are never sent. */
  licenses: UseQueryResult<CallReply<typeof listTenantLicenses>>
  /** All users, page by page, including those without a selected license. */
  people: TenantUsers
}

/** Reads the licenses of a tenant, and all its users when `wantsPeople` is set. */
export function useReportSources(
  { id: tenantId, dataAsOf }: ReportTenant,
  { wantsPeople }: { wantsPeople: boolean },
): ReportSources {
  return {
    licenses: useQuery({
      ...tenantLicensesQuery(tenantId, dataAsOf),
      placeholderData: keepPreviousData,
    }),
    people: useTenantUsers({ tenantId, dataAsOf, wantsAll: true, isEnabled: wantsPeople }),
  }
}

/** Reads the visible licenses of a tenant. `dataAsOf` is part of the cache key: newer data is read again. */
export function tenantLicensesQuery(tenantId: TenantId, dataAsOf: string | null) {
  return queryOptions({
    queryKey: [TENANT_LICENSES, tenantId, dataAsOf],
    queryFn: ({ signal }) => call(listTenantLicenses, { params: { tenantId } }, { signal }),
  })
}

/**
 * Returns the users with at least one of the licenses, in the given order, including guests and
 * blocked users (decisions.md, Reports and shares).
 */
export function eligibleUsers(
  users: readonly TenantUser[],
  licenseIds: ReadonlySet<string>,
): readonly TenantUser[] {
  if (licenseIds.size === 0) return []
  return users.filter(({ licenseSkuIds }) => licenseSkuIds.some((id) => licenseIds.has(id)))
}

export function isGuest({ userType }: Pick<TenantUser, 'userType'>): boolean {
  return userType === 'Guest'
}

/** Returns whether the user cannot sign in. */
export function isBlocked({ accountEnabled }: Pick<TenantUser, 'accountEnabled'>): boolean {
  return accountEnabled === false
}

/** Counts the assignments of these licenses to these users. */
export function assignmentCount(
  users: readonly TenantUser[],
  licenseIds: ReadonlySet<string>,
): number {
  return users.reduce(
    (sum, { licenseSkuIds }) => sum + licenseSkuIds.filter((id) => licenseIds.has(id)).length,
    0,
  )
}

/** Returns the selection as the server takes it: ids only. */
export function selectionOf(
  licenses: readonly Pick<TenantLicense, 'skuId'>[],
  users: readonly Pick<TenantUser, 'id'>[],
): ReportSelection {
  return { licenseIds: licenses.map(({ skuId }) => skuId), userIds: users.map(({ id }) => id) }
}
