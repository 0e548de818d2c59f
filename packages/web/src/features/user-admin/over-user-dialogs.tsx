import type { RunFresh } from '../../lib/run-fresh.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { OverUser } from './account-section.tsx'
import { ActivityDialog } from './activity-dialog.tsx'
import { DisableQuestion } from './disable-question.tsx'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import { useResetSecondFactor } from './use-user-changes.ts'
import type { UserDetails } from './user-draft.ts'
import { nameOf } from './user-words.ts'

interface OverUserDialogsProps {
  details: UserDetails
  over: OverUser | null
  runFresh: RunFresh
  /** Closes that one: an act that ends late must not close what was opened after it. */
  onClose: (mine: OverUser) => void
}

/** What opens over a person's dialog, one at a time. */
export function OverUserDialogs({ details, over, runFresh, onClose }: OverUserDialogsProps) {
  const { user } = details
  return (
    <>
      {over === 'password' && (
        <SetPasswordDialog user={user} runFresh={runFresh} onClose={() => onClose('password')} />
      )}
      {over === 'activity' && <ActivityDialog user={user} onClose={() => onClose('activity')} />}
      <DisableQuestion
        details={details}
        isOpen={over === 'disable'}
        runFresh={runFresh}
        onClose={() => onClose('disable')}
      />
      <SecondFactorQuestion
        details={details}
        isOpen={over === 'secondFactor'}
        runFresh={runFresh}
        onClose={() => onClose('secondFactor')}
      />
    </>
  )
}

interface SecondFactorQuestionProps {
  details: UserDetails
  isOpen: boolean
  runFresh: RunFresh
  onClose: () => void
}

function SecondFactorQuestion(props: SecondFactorQuestionProps) {
  const { details, isOpen, runFresh, onClose } = props
  const { user } = details
  const reset = useResetSecondFactor(user.id, { runFresh, onDone: onClose })
  return (
    <ConfirmDialog
      title="Reset the second factor?"
      confirmLabel="Reset second factor"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={reset.isPending}
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    >
      {nameOf(user)} signs in with the password alone until a new one is set up. The open sessions
      end, and the recovery codes stop working.
    </ConfirmDialog>
  )
}
