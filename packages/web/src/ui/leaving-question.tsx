import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeavingQuestionProps {
  isDirty: boolean
  /** What was entered, such as 'the Microsoft connection'. */
  what: string
}

/** Asks before what was entered is lost, whichever way leads off the page. */
export function LeavingQuestion({ isDirty, what }: LeavingQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    // A tab that is closed knows what it does, and another person's session must not be held up.
    enableBeforeUnload: false,
    withResolver: true,
  })
  // Saved while the question stood: it leads where it was to lead.
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
