import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '@tenantscope/contract/account'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import { showToast } from '../../lib/toasts.ts'
import type { PasswordFields } from './new-password.ts'

/** Changes the password; the server keeps this session under a new id, so who is here is asked again. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordFields) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Password changed' })
      await client.invalidateQueries(currentUserQuery)
    },
    onError: (error) => {
      const answer = error instanceof ApiError ? error.body?.message : undefined
      showToast({
        intent: 'error',
        title: 'Password change failed',
        text: answer ?? 'Failed to change password. Please try again.',
      })
    },
  })
}
