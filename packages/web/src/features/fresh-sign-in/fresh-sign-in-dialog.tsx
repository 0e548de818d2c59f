import {
  Dialog,
  DialogBody,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'

import { useCurrentUser } from '../../lib/current-user.ts'
import { MicrosoftConfirmation } from './microsoft-confirmation.tsx'
import { PasswordConfirmation } from './password-confirmation.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
})

interface FreshSignInDialogProps {
  isOpen: boolean
  /** The session is a fresh one of the same person now. */
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks who is there before something dangerous is done; what was entered below stays as it is. */
export function FreshSignInDialog({ isOpen, onConfirmed, onCancel }: FreshSignInDialogProps) {
  const styles = useStyles()
  const { authMethod } = useCurrentUser()
  const Confirmation = authMethod === 'local' ? PasswordConfirmation : MicrosoftConfirmation
  return (
    <Dialog
      modalType="alert"
      open={isOpen}
      onOpenChange={(event, { open }) => {
        // Escape closes the question, not the dialog below it.
        event.stopPropagation()
        if (!open) onCancel()
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Confirm that it is you</DialogTitle>
          <Confirmation onConfirmed={onConfirmed} onCancel={onCancel} />
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
