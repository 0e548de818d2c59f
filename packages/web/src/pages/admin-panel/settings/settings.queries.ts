import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getSettings, saveSettings } from '@tenantscope/contract/settings'
import type { AdminSettings } from '@tenantscope/contract/settings'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { ApiError, userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toasts.ts'

export const settingsQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  staleTime: 0,
})

export function useSaveSettings() {
  const client = useQueryClient()
  const { run, dialog } = useFreshSignIn()
  const save = useMutation({
    mutationFn: (body: AdminSettings & { version: number }) =>
      run(() => call(saveSettings, { body })),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved)
      showToast({ intent: 'success', title: 'Settings Saved' })
    },
    // A conflict and fields that are wrong are told at the form.
    onError: (error) => {
      if (error instanceof ApiError && [400, 409].includes(error.status)) return
      showToast({ intent: 'error', title: 'Update Failed', text: userMessageOf(error) })
    },
  })
  return { save, dialog }
}
