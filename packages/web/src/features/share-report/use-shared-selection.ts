import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listTenantLicenses } from '@tenantscope/contract/licenses'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useMemo } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { eligibleUsers, selectionOf, tenantLicensesQuery } from '../../lib/report-selection.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { useTenantUsers } from '../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../lib/use-tenant-users.ts'

/** What is shared, or why nothing can be. */
export type SharedSelection =
  | { state: 'loading' }
  | { state: 'failed'; message: string; requestId: string | null; retry: () => void }
  | { state: 'nothing'; message: string }
  | { state: 'ready'; selection: ReportSelection }

/** What was chosen or else, without a choice, every visible license that somebody holds and whoever holds one. */
export function useSharedSelection(
  tenant: ReportTenant,
  chosen: ReportSelection | undefined,
): SharedSelection {
  const { id: tenantId, dataAsOf } = tenant
  const isEnabled = chosen === undefined && dataAsOf !== null
  const licenses = useQuery({ ...tenantLicensesQuery(tenantId, dataAsOf), enabled: isEnabled })
  const people = useTenantUsers({ tenantId, dataAsOf, wantsAll: true, isEnabled })
  const { data } = licenses
  const whole = useMemo(() => wholeSelection(data, people.users), [data, people.users])
  if (chosen !== undefined) return { state: 'ready', selection: chosen }
  if (dataAsOf === null) return NEVER_READ
  return failureOf(licenses, people) ?? arrived(data, people, whole)
}

const NEVER_READ: SharedSelection = {
  state: 'nothing',
  message: 'Nothing of this tenant has been read yet, so there is nothing to share.',
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
  if (whole.userIds.length > 0) return { state: 'ready', selection: whole }
  const failure = licenses.failure ?? people.failure
  return { state: 'nothing', message: failure?.message ?? nothingText(licenses) }
}

function nothingText({ licenses }: Licenses): string {
  return licenses.length === 0
    ? 'No licenses available for this tenant.'
    : 'This tenant has no eligible users'
}
