import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { forcePasswordReset, getSecurityStatus } from '@tenantscope/contract/security-audit'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/** How the installation stands; measured anew each time that it is asked for. */
export const securityStatusQuery = queryOptions({
  queryKey: ['security', 'status'],
  queryFn: ({ signal }) => call(getSecurityStatus, {}, { signal }),
  staleTime: 0,
})

/** Whoever has default credentials must choose a new password. */
export function useForcePasswordReset(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(forcePasswordReset, {}),
    onSuccess: ({ message }) =>
      showToast({ intent: 'success', title: 'Password Reset Forced', text: message }),
    onError: (error) =>
      showToast({ intent: 'error', title: 'Password Reset Failed', text: userMessageOf(error) }),
    onSettled: async () => {
      onSettled()
      await client.invalidateQueries({ queryKey: securityStatusQuery.queryKey })
    },
  })
}
