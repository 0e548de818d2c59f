import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  correctBillingMonth,
  getBillingMonth,
  listBillingMonths,
  listTenantBillingMonths,
  setBillingTimeZone,
} from '@tenantscope/contract/billing-months'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'

import { call } from '../../lib/api.ts'
import { BILLING_MONTHS } from '../../lib/tenant-data.ts'
import { showToast } from '../../lib/toasts.ts'

/** Reads the frozen months of a group or of all tenants of the reader, and the tenants of one month. */
export const billingMonthsQuery = (query: {
  month?: string | undefined
  groupId?: TenantGroupId | undefined
}) =>
  queryOptions({
    queryKey: [BILLING_MONTHS, 'list', query.month, query.groupId],
    queryFn: ({ signal }) => call(listBillingMonths, { query }, { signal }),
  })

/** Reads the frozen months of one tenant. */
export const tenantBillingQuery = (tenantId: TenantId) =>
  queryOptions({
    queryKey: [BILLING_MONTHS, 'tenant', tenantId],
    queryFn: ({ signal }) => call(listTenantBillingMonths, { params: { tenantId } }, { signal }),
  })

/** Reads one month of one tenant. */
export const billingMonthQuery = (tenantId: TenantId, month: string) =>
  queryOptions({
    queryKey: [BILLING_MONTHS, 'month', tenantId, month],
    queryFn: ({ signal }) => call(getBillingMonth, { params: { tenantId, month } }, { signal }),
  })

const reread = (client: QueryClient) => client.invalidateQueries({ queryKey: [BILLING_MONTHS] })

/** Adds a record to a month; the form shows a failure. */
export function useCorrectMonth(params: { tenantId: TenantId; month: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof correctBillingMonth>['body']) =>
      call(correctBillingMonth, { params, body }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Correction saved' })
      await reread(client)
    },
  })
}

/** Sets the time zone of a tenant; the form shows a failure. */
export function useSetBillingTimeZone(tenantId: TenantId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof setBillingTimeZone>['body']) =>
      call(setBillingTimeZone, { params: { tenantId }, body }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Time zone saved' })
      await reread(client)
    },
  })
}
