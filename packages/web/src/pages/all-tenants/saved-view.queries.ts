import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ViewPreferences } from '@tenantscope/contract/views'
import { loadView, saveView } from '@tenantscope/contract/views'

import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

const VIEW_TYPE = 'dashboard'

/** How the person saved All Tenants; null where they never did. Only saving changes it. */
export const savedViewQuery = queryOptions({
  queryKey: ['saved-view', VIEW_TYPE],
  queryFn: async ({ signal }) =>
    (await call(loadView, { params: { viewType: VIEW_TYPE } }, { signal })).preferences,
  staleTime: Infinity,
  gcTime: Infinity,
})

export function useSaveView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (preferences: ViewPreferences) =>
      call(saveView, { body: { viewType: VIEW_TYPE, preferences } }),
    onSuccess: ({ preferences }) => {
      client.setQueryData(savedViewQuery.queryKey, preferences)
      showToast({
        intent: 'success',
        title: 'View Saved',
        text: 'All Tenants opens like this from now on.',
      })
    },
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Save Failed',
        text: 'Unable to save view preferences',
      }),
  })
}
