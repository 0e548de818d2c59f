import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { useForcePasswordReset } from './security-status.queries.ts'

/** Who has a password that everybody knows, and the way to end that. */
export function DefaultCredentials({ usernames }: { usernames: readonly string[] }) {
  const [isAsking, setIsAsking] = useState(false)
  const { username } = useCurrentUser()
  const restoreFocus = useRestoreFocusTarget()
  const reset = useForcePasswordReset(() => setIsAsking(false))
  const names = <ForeignText wrap>{usernames.join(', ')}</ForeignText>
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Default credentials are in use</MessageBarTitle>
        Everybody knows the password of {names}.
      </MessageBarBody>
      <MessageBarActions>
        <Button {...restoreFocus} onClick={() => setIsAsking(true)}>
          Force Password Reset
        </Button>
      </MessageBarActions>
      <ConfirmDialog
        title="Force a password reset?"
        confirmLabel={reset.isPending ? 'Forcing...' : 'Force Password Reset'}
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        {names} must choose a new password at the next sign-in, and every session of theirs ends
        now.
        {usernames.includes(username) && ' Yours is among them: you will be signed out.'}
      </ConfirmDialog>
    </MessageBar>
  )
}
