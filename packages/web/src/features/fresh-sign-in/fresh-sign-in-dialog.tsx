import { useCurrentUser } from '../../lib/current-user.ts'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { MicrosoftConfirmation } from './microsoft-confirmation.tsx'
import { PasswordConfirmation } from './password-confirmation.tsx'

interface FreshSignInDialogProps {
  isOpen: boolean
  /** True: the session is a fresh one of the same user. */
  onAnswer: (isConfirmed: boolean) => void
}

/** Asks the user to sign in again before a dangerous action. The page keeps what was entered. */
export function FreshSignInDialog({ isOpen, onAnswer }: FreshSignInDialogProps) {
  const { authMethod } = useCurrentUser()
  const Confirmation = authMethod === 'local' ? PasswordConfirmation : MicrosoftConfirmation
  const onCancel = () => onAnswer(false)
  return (
    <QuestionDialog title="Confirm your identity" isOpen={isOpen} onCancel={onCancel}>
      <Confirmation onConfirmed={() => onAnswer(true)} onCancel={onCancel} />
    </QuestionDialog>
  )
}
