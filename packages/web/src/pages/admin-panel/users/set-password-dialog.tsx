import { makeStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { resetUserPassword } from '@tenantscope/contract/users'
import type { AdminUser } from '@tenantscope/contract/users'

import { call } from '../../../lib/api.ts'
import { bodyProblemsOf } from '../../../lib/body-problems.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Text } from '../../../ui/text.tsx'
import { PasswordField, readNewPassword } from './password-field.tsx'
import { nameOf } from './user-words.ts'
import { rereadUsers } from './users.queries.ts'

const useStyles = makeStyles({ surface: { maxWidth: '520px' } })

/** Sets a local user's password, which the user replaces at the next sign-in. */
export function SetPasswordDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const styles = useStyles()
  const client = useQueryClient()
  const params = { userId: user.id }
  const form = useSavedForm({
    initial: { password: '' },
    read: (values) => readNewPassword(resetUserPassword.body, values),
    save: async (body) => {
      try {
        const { message } = await runFresh(() => call(resetUserPassword, { params, body }))
        showToast({ intent: 'success', title: 'Password set', text: message })
      } catch (error) {
        // The field shows why a password was refused.
        if (bodyProblemsOf(error)['password'] === undefined) failureToast('Reset Failed')(error)
        throw error
      } finally {
        await rereadUsers(client)
      }
    },
    isOff: ({ password }) => password.trim() === '',
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Set New Password"
      label="Set New Password"
      form={form}
      className={styles.surface}
      submitLabel="Set Password"
      savingLabel="Setting..."
      // A toast shows it.
      failureText={() => undefined}
      onClose={onClose}
    >
      <Text as="p" muted>
        <ForeignText wrap>{nameOf(user)}</ForeignText> must choose a new one at the next sign-in.
        The open sessions end.
      </Text>
      <PasswordField form={form} />
    </FormDialog>
  )
}
