import type { PostureException } from '@tenantscope/contract/posture-exceptions'

import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useEndException } from './posture.queries.ts'

interface EndQuestionProps {
  exception: PostureException
  isOpen: boolean
  onClose: () => void
  onEnded: () => void
}

/** Asks before an accepted risk is ended early. */
export function EndQuestion({ exception, isOpen, onClose, onEnded }: EndQuestionProps) {
  const end = useEndException()
  return (
    <ConfirmDialog
      title="End this accepted risk now?"
      confirmLabel="End now"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={end.isPending}
      onConfirm={() => {
        if (!end.isPending) end.mutate(exception, { onSuccess: onEnded, onError: onClose })
      }}
      onCancel={onClose}
    >
      What it covers counts as failed again at once. The accepted risk stays in the history and in
      the audit.
    </ConfirmDialog>
  )
}
