import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '@tenantscope/contract/account'
import { PASSWORD } from '@tenantscope/contract/limits'
import { NewPassword } from '@tenantscope/contract/password-rule'
import { useRef } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import type { Read } from '../../lib/body-problems.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'

const NO_VALUES = { currentPassword: '', newPassword: '', confirmation: '' }
type PasswordValues = typeof NO_VALUES

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: 'At least 12 characters, with an uppercase letter, a lowercase letter, a number and a special character.',
  },
  { name: 'confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const

/** Changes the user's own password, with the messages of specification section 5. */
export function ChangePasswordForm({ onChanged }: { onChanged?: () => void }) {
  const change = useChangePassword()
  const current = useRef<HTMLInputElement>(null)
  const attachCurrent = (input: HTMLInputElement | null) => {
    current.current = input
  }
  const selectCurrent = () => {
    current.current?.focus()
    current.current?.select()
  }
  const form = useSavedForm({
    initial: NO_VALUES,
    read: readPasswords,
    save: (body) => change.mutateAsync(body, { onError: selectCurrent }),
    isOff: (values) => Object.values(values).includes(''),
    onSaved: () => {
      form.start(NO_VALUES)
      onChanged?.()
    },
  })
  return (
    <Form
      form={form}
      // A toast shows it.
      failureText={() => undefined}
      actions={
        <SubmitButton form={form} savingLabel="Change password">
          Change password
        </SubmitButton>
      }
    >
      {FIELDS.map(({ autoComplete, ...field }) => (
        <TextField
          key={field.name}
          form={form}
          {...field}
          {...(field.name === 'currentPassword' && { inputRef: attachCurrent })}
          input={{ type: 'password', autoComplete }}
        />
      ))}
    </Form>
  )
}

/** The form's minimum is 8, the rule's 12 (specification section 5; decisions.md, Sign-in and sessions). */
function readPasswords(values: PasswordValues): Read<Omit<PasswordValues, 'confirmation'>> {
  const { newPassword, confirmation, currentPassword } = values
  if (newPassword !== confirmation)
    return refuse('Password mismatch', 'New password and confirmation do not match.')
  if (newPassword.length < PASSWORD.formMinLength)
    return refuse(
      'Password too short',
      `Password must be at least ${PASSWORD.formMinLength} characters long.`,
    )
  const issues = NewPassword.safeParse(newPassword).error?.issues
  if (issues) return { problems: { newPassword: issues.map(({ message }) => message).join('\n') } }
  return { input: { currentPassword, newPassword } }
}

/** Shows a problem by a toast instead of at a field. */
function refuse(title: string, text: string): { problems: Record<string, string> } {
  showToast({ intent: 'error', title, text })
  return { problems: {} }
}

/** Changes the password; the server keeps this session under a new id, so the current user is read again. */
function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Omit<PasswordValues, 'confirmation'>) => {
      // A request under the old id may be answered after the change: that is no sign-out.
      const end = beginSigningInAgain()
      try {
        return await call(changePassword, { body })
      } finally {
        end()
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries(currentUserQuery)
      showToast({ intent: 'success', title: 'Password changed' })
    },
    onError: (error) => {
      const answer = error instanceof ApiError && error.body ? error.userMessage : undefined
      showToast({
        intent: 'error',
        title: 'Password change failed',
        text: answer ?? 'Failed to change password. Please try again.',
      })
    },
  })
}
