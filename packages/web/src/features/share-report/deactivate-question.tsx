import type { ReportShare } from '@tenantscope/contract/shares'

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { focusAfterQuestion } from '../../ui/use-focus-back.ts'
import { logButtonId } from './link-actions.tsx'
import { useDeactivateShare } from './shares.queries.ts'

interface DeactivateQuestionProps {
  share: ReportShare
  isOpen: boolean
  onClose: () => void
}

/** Asks before a link is ended. */
export function DeactivateQuestion({ share, isOpen, onClose }: DeactivateQuestionProps) {
  const deactivation = useDeactivateShare()
  const end = () => {
    onClose()
    // The button that asked may be gone.
    focusAfterQuestion(document.getElementById(logButtonId(share.id)))
  }
  return (
    <ConfirmDialog
      title="Deactivate this link?"
      confirmLabel="Deactivate"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={deactivation.isPending}
      onConfirm={() => {
        // Of this question alone: another one, or a log, may be open by then.
        if (!deactivation.isPending) deactivation.mutate(share.id, { onSettled: end })
      }}
      onCancel={onClose}
    >
      Whoever has the link to <ForeignText wrap>{share.tenantName}</ForeignText> can no longer open
      it, and downloads that have begun end. This cannot be taken back; a new link can be made.
    </ConfirmDialog>
  )
}
