import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listTenantLicenses } from '@tenantscope/contract/licenses'
import type { ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder, ReportSelection } from '@tenantscope/contract/reports'
import { useMemo } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { eligibleUsers, selectionOf, tenantLicensesQuery } from '../../lib/report-selection.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { useTenantUsers } from '../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../lib/use-tenant-users.ts'

/** The shared selection, or why nothing can be shared. */
export type SharedSelection =
  | { state: 'loading' }
  | { state: 'failed'; message: string; requestId: string | null; retry: () => void }
  | { state: 'nothing'; message: string }
  | { state: 'ready'; order: ReportOrder }

/** Returns the given order; without one, everything that a report of the type can contain. */
export function useSharedSelection(
  tenant: ReportTenant,
  { order, reportType }: { order: ReportOrder | undefined; reportType: ReportType },
): SharedSelection {
  const { id: tenantId, dataAsOf } = tenant
  const isEnabled = order === undefined && dataAsOf !== null && reportType === 'user-license'
  const licenses = useQuery({ ...tenantLicensesQuery(tenantId, dataAsOf), enabled: isEnabled })
  const people = useTenantUsers({ tenantId, dataAsOf, wantsAll: true, isEnabled })
  const { data } = licenses
  const whole = useMemo(() => wholeSelection(data, people.users), [data, people.users])
  if (order !== undefined) return { state: 'ready', order }
  if (dataAsOf === null) return NEVER_READ
  if (reportType !== 'user-license') return EVERYTHING[reportType]
  return failureOf(licenses, people) ?? arrived(data, people, whole)
}

/** What reports without a selection contain: every check, or every license that costs something. */
const EVERYTHING = {
  posture: { state: 'ready', order: { reportType: 'posture', selection: {} } },
  savings: { state: 'ready', order: { reportType: 'savings', selection: {} } },
} as const satisfies Record<Exclude<ReportType, 'user-license'>, SharedSelection>

const NEVER_READ: SharedSelection = {
  state: 'nothing',
  message: 'This tenant has not been read yet, so there is nothing to share.',
}

type Licenses = CallReply<typeof listTenantLicenses>

function wholeSelection(
  licenses: Licenses | undefined,
  users: TenantUsers['users'],
): ReportSelection {
  const held = new Set(users.flatMap(({ licenseSkuIds }) => licenseSkuIds))
  const shown = licenses?.licenses.filter(({ skuId }) => held.has(skuId)) ?? []
  return selectionOf(shown, eligibleUsers(users, new Set(shown.map(({ skuId }) => skuId))))
}

function failureOf(
  licenses: UseQueryResult<Licenses>,
  people: TenantUsers,
): SharedSelection | null {
  const error = licenses.error ?? people.error
  if (error === null) return null
  return {
    state: 'failed',
    message: userMessageOf(error),
    requestId: requestIdOf(error),
    retry: () => {
      if (licenses.isError) void licenses.refetch()
      if (people.error !== null) people.retry()
    },
  }
}

function arrived(
  licenses: Licenses | undefined,
  people: TenantUsers,
  whole: ReportSelection,
): SharedSelection {
  if (licenses === undefined || !people.isComplete) return { state: 'loading' }
  if (whole.userIds.length > 0)
    return { state: 'ready', order: { reportType: 'user-license', selection: whole } }
  const failure = licenses.failure ?? people.failure
  return { state: 'nothing', message: failure?.message ?? nothingText(licenses) }
}

function nothingText({ licenses }: Licenses): string {
  return licenses.length === 0
    ? 'No licenses available for this tenant.'
    : 'This tenant has no eligible users'
}
