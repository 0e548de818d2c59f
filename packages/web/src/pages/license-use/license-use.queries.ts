import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { getLicenseUse, markAccount, unmarkAccount } from '@tenantscope/contract/license-use'
import type { UseChoice } from '@tenantscope/contract/license-use'

import { call } from '../../lib/api.ts'
import { LICENSE_USE } from '../../lib/tenant-data.ts'
import { showToast } from '../../lib/toasts.ts'

/** Reads the licensed people of a tenant by their use. */
export const licenseUseQuery = (
  tenantId: TenantId,
  { days, choice }: { days: number; choice: UseChoice },
) =>
  queryOptions({
    queryKey: [LICENSE_USE, tenantId, days, choice],
    queryFn: ({ signal }) =>
      call(
        getLicenseUse,
        { params: { tenantId }, query: { days: String(days), choice } },
        { signal },
      ),
  })

interface Account {
  tenantId: TenantId
  userId: string
}

/** Marks an account; the form shows a failure. */
export function useMarkAccount(params: Account) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof markAccount>['body']) =>
      call(markAccount, { params, body }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Mark saved' })
      await client.invalidateQueries({ queryKey: [LICENSE_USE] })
    },
  })
}

/** Removes the mark of an account. */
export function useUnmarkAccount(params: Account) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: number) =>
      call(unmarkAccount, { params, query: { version: String(version) } }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Mark removed' })
      await client.invalidateQueries({ queryKey: [LICENSE_USE] })
    },
  })
}
