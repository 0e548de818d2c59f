import { makeStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { createLocalAdministrator } from '@tenantscope/contract/users'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { showToast } from '../../../lib/toasts.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Text } from '../../../ui/text.tsx'
import { EmailField } from './email-field.tsx'
import { PasswordField, readNewPassword } from './password-field.tsx'
import { rereadUsers } from './users.queries.ts'

const useStyles = makeStyles({ surface: { maxWidth: '520px' } })

/** Adds a local administrator, whose account works when Microsoft sign-in does not. */
export function AddAdministratorDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const client = useQueryClient()
  const form = useSavedForm({
    initial: { username: '', displayName: '', email: '', password: '' },
    read: (values) =>
      readNewPassword(createLocalAdministrator.body, {
        ...values,
        displayName: values.displayName.trim() || null,
        email: values.email.trim() || null,
      }),
    save: async (body) => {
      const { username } = await runFresh(() => call(createLocalAdministrator, { body }))
      await rereadUsers(client)
      showToast({
        intent: 'success',
        title: 'Administrator added',
        text: `${username} can sign in now and must choose a new password first.`,
      })
    },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Add local administrator"
      label="Local administrator"
      form={form}
      className={styles.surface}
      submitLabel="Add administrator"
      savingLabel="Adding..."
      failureTitle="Not added"
      onClose={onClose}
    >
      <Text as="p" muted>
        For use when Microsoft sign-in is unavailable. The new administrator sees all tenants, and
        must choose a new password at the first sign-in.
      </Text>
      <TextField
        form={form}
        name="username"
        label="Username"
        input={{ autoCapitalize: 'none', spellCheck: false, maxLength: 200 }}
      />
      <TextField
        form={form}
        name="displayName"
        label="Display name (optional)"
        input={{ maxLength: 200 }}
      />
      <EmailField form={form} label="Email (optional)" />
      <PasswordField form={form} />
    </FormDialog>
  )
}
