import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeavingQuestionProps {
  isDirty: boolean
  /** What was edited, such as 'the Microsoft connection'. */
  what: string
}

/** Asks before a navigation discards unsaved changes. */
export function LeavingQuestion({ isDirty, what }: LeavingQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    // Closing a tab is deliberate, and a change of the session's user must not be blocked.
    enableBeforeUnload: false,
    withResolver: true,
  })
  // The changes were saved while the question was open: continue the navigation.
  useEffect(() => {
    if (!isDirty) blocker.proceed?.()
  }, [isDirty, blocker])
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isOpen={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      What you entered for {what} is not saved yet.
    </ConfirmDialog>
  )
}
