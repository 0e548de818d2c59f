import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import {
  countDueRenewals,
  decideRenewal,
  listRenewalOwners,
  listRenewals,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'

import { call } from '../../lib/api.ts'
import { RENEWALS } from '../../lib/tenant-data.ts'
import { failureToast, showToast } from '../../lib/toasts.ts'

// Prices and spare seats change figures at once, so a screen that is opened again reads them again.
const staleTime = 0

interface AskedRenewals {
  group: TenantGroupId | undefined
  /** The first day; absent: today. */
  from?: string | undefined
}

/** Reads the renewals of one group or of all tenants of the reader. */
export const renewalsQuery = ({ group, from }: AskedRenewals) =>
  queryOptions({
    queryKey: [RENEWALS, 'list', group, from],
    queryFn: ({ signal }) => call(listRenewals, { query: { groupId: group, from } }, { signal }),
    staleTime,
  })

/** Reads how many renewals are due. */
export const dueRenewalsQuery = queryOptions({
  queryKey: [RENEWALS, 'due'],
  queryFn: ({ signal }) => call(countDueRenewals, {}, { signal }),
  staleTime,
})

/** Reads the users who can own a decision of a tenant. */
export const renewalOwnersQuery = (tenantId: TenantId) =>
  queryOptions({
    queryKey: [RENEWALS, 'owners', tenantId],
    queryFn: ({ signal }) => call(listRenewalOwners, { params: { tenantId } }, { signal }),
  })

/** The subscription that a decision is for. */
export interface RenewalKey {
  tenantId: TenantId
  subscriptionId: string
}

const reread = (client: QueryClient) => client.invalidateQueries({ queryKey: [RENEWALS] })

/** Stores a decision; the form shows a failure. */
export function useDecideRenewal(params: RenewalKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof decideRenewal>['body']) =>
      call(decideRenewal, { params, body }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Decision saved' })
      await reread(client)
    },
  })
}

export function useRemoveDecision(params: RenewalKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (query: { renewsAt: string; version: number }) =>
      call(removeRenewalDecision, { params, query }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Decision removed' })
      await reread(client)
    },
    onError: failureToast('The decision was not removed'),
  })
}
