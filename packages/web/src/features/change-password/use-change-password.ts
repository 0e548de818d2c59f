import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '@tenantscope/contract/account'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { showToast } from '../../lib/toasts.ts'
import type { PasswordFields } from './new-password.ts'

/** Changes the password; the server keeps this session under a new id, so who is here is asked again. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ currentPassword, newPassword }: PasswordFields) => {
      // What was asked under the old id may be answered when that is gone: nobody has left because of it.
      const end = beginSigningInAgain()
      try {
        return await call(changePassword, { body: { currentPassword, newPassword } })
      } finally {
        end()
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries(currentUserQuery)
      showToast({ intent: 'success', title: 'Password changed' })
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
