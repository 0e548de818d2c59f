import { useCurrentUser } from '../../lib/current-user.ts'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { MicrosoftConfirmation } from './microsoft-confirmation.tsx'
import { PasswordConfirmation } from './password-confirmation.tsx'

interface FreshSignInDialogProps {
  isOpen: boolean
  /** The session is a fresh one of the same person now. */
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks who is there before something dangerous is done; what was entered below stays as it is. */
export function FreshSignInDialog({ isOpen, onConfirmed, onCancel }: FreshSignInDialogProps) {
  const { authMethod } = useCurrentUser()
  const Confirmation = authMethod === 'local' ? PasswordConfirmation : MicrosoftConfirmation
  return (
    <QuestionDialog title="Confirm that it is you" isOpen={isOpen} onCancel={onCancel}>
      <Confirmation onConfirmed={onConfirmed} onCancel={onCancel} />
    </QuestionDialog>
  )
}
