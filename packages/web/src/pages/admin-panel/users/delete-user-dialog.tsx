import { Checkbox } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { deleteUser } from '@tenantscope/contract/users'
import type { AdminUser } from '@tenantscope/contract/users'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { optionLabel } from '../../../ui/option-label.ts'
import { Text } from '../../../ui/text.tsx'
import type { UserDetails } from './user-draft.ts'
import { countText, nameOf } from './user-words.ts'
import { rereadUsers, userQuery } from './users.queries.ts'

interface DeleteUserDialogProps {
  details: UserDetails
  onClose: () => void
  /** Closes the user's dialog too: the user no longer exists. */
  onDeleted: () => void
}

/** Says what goes and what stays; the name must be typed. */
export function DeleteUserDialog({ details, onClose, onDeleted }: DeleteUserDialogProps) {
  const { user, openShares } = details
  const client = useQueryClient()
  const [keepShares, setKeepShares] = useState(false)
  const form = useSavedForm({
    initial: { name: '' },
    read: () => ({ input: keepShares }),
    save: (areKept) => {
      const query = { keepShares: areKept ? 'true' : 'false' } as const
      return runFresh(() => call(deleteUser, { params: { userId: user.id }, query }))
    },
    isOff: ({ name }) => name.trim() !== nameOf(user).trim(),
    onSaved: ({ message }) => {
      onDeleted()
      client.removeQueries({ queryKey: userQuery(user.id).queryKey })
      void rereadUsers(client)
      showToast({ intent: 'success', title: 'Account deleted', text: message })
    },
  })
  return (
    <FormDialog
      title="Delete this account?"
      form={form}
      submitLabel="Delete account"
      savingLabel="Deleting..."
      onClose={onClose}
    >
      <Text as="p" breakable>
        <ForeignText wrap>{nameOf(user)}</ForeignText> is signed out and loses access. Tenant
        grants, saved views, preferences and notifications are removed. This cannot be undone.
      </Text>
      <Text as="p">
        Scheduled reports and invitation links continue in your name. Reports stay, without the
        user's name. The audit keeps its records.
      </Text>
      <Text as="p">{returnText(user)}</Text>
      {openShares > 0 && (
        <Checkbox
          label={optionLabel(`Keep ${countText(openShares, 'open share link')} open, in your name`)}
          checked={keepShares}
          onChange={(_, { checked }) => setKeepShares(checked === true)}
        />
      )}
      <TextField
        form={form}
        name="name"
        label="Type the user's name to confirm"
        input={{ spellCheck: false, autoComplete: 'off' }}
      />
    </FormDialog>
  )
}

const returnText = ({ authMethod }: AdminUser): string =>
  authMethod === 'microsoft'
    ? 'While users are imported at their first sign-in, the user gets a new account with the next Microsoft sign-in. Disable the account instead to keep the user out.'
    : 'To keep the account for later, disable it instead.'
