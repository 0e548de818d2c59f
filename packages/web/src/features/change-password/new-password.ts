import { PASSWORD } from '@tenantscope/contract/limits'
import { NewPassword } from '@tenantscope/contract/password-rule'

import { showToast } from '../../lib/toasts.ts'

export interface PasswordFields {
  currentPassword: string
  newPassword: string
  confirmation: string
}

/**
 * What the rule says against the new password. Null when the form's own toasts have said it already:
 * the form's minimum is 8, the rule's 12 (specification section 5; decisions.md, Sign-in and sessions).
 */
export function problemsOf({ newPassword, confirmation }: PasswordFields): string[] | null {
  if (newPassword !== confirmation) {
    showToast({
      intent: 'error',
      title: 'Password mismatch',
      text: 'New password and confirmation do not match.',
    })
    return null
  }
  if (newPassword.length < PASSWORD.formMinLength) {
    showToast({
      intent: 'error',
      title: 'Password too short',
      text: `Password must be at least ${PASSWORD.formMinLength} characters long.`,
    })
    return null
  }
  return NewPassword.safeParse(newPassword).error?.issues.map(({ message }) => message) ?? []
}
