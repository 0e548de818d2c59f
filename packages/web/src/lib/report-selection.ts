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

/** The tenant that a report is about, as lists of tenants know it. */
export interface ReportTenant {
  id: TenantId
  displayName: string
  /** Null: nothing was read of it yet, so there is nothing to report. */
  dataAsOf: string | null
}

/** What can be selected for a report of one tenant, as far as it has arrived. */
export interface ReportSources {
  /** The visible licenses; hidden ones are never sent. */
  licenses: UseQueryResult<CallReply<typeof listTenantLicenses>>
  /** Everybody, page by page; those who hold nothing selected too. */
  people: TenantUsers
}

/** Reads the licenses of a tenant, and everybody once `wantsPeople` says so. */
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

/** The visible licenses of a tenant. `dataAsOf` is of its row in a list: other data are other licenses. */
export function tenantLicensesQuery(tenantId: TenantId, dataAsOf: string | null) {
  return queryOptions({
    queryKey: [TENANT_LICENSES, tenantId, dataAsOf],
    queryFn: ({ signal }) => call(listTenantLicenses, { params: { tenantId } }, { signal }),
  })
}

/**
 * The people who hold at least one of the licenses, in the order given; guests and people who are
 * blocked too (decisions.md, Reports and shares).
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

/** Cannot sign in. */
export function isBlocked({ accountEnabled }: Pick<TenantUser, 'accountEnabled'>): boolean {
  return accountEnabled === false
}

/** How many pairs of a person and a license a report of these has. */
export function assignmentCount(
  users: readonly TenantUser[],
  licenseIds: ReadonlySet<string>,
): number {
  return users.reduce(
    (sum, { licenseSkuIds }) => sum + licenseSkuIds.filter((id) => licenseIds.has(id)).length,
    0,
  )
}

/** What the server takes: ids only. */
export function selectionOf(
  licenses: readonly Pick<TenantLicense, 'skuId'>[],
  users: readonly Pick<TenantUser, 'id'>[],
): ReportSelection {
  return { licenseIds: licenses.map(({ skuId }) => skuId), userIds: users.map(({ id }) => id) }
}

/** The set with these ids in it, or without them. */
export function withIds(
  chosen: ReadonlySet<string>,
  ids: Iterable<string>,
  isChosen: boolean,
): ReadonlySet<string> {
  const result = new Set(chosen)
  for (const id of ids)
    if (isChosen) result.add(id)
    else result.delete(id)
  return result
}
