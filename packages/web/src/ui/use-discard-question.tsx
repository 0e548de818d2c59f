import { useState } from 'react'

import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a dialog discards changes; the text names them. The question is rendered beside the dialog. */
export function useDiscardQuestion(isDirty: boolean, words: { title?: string; text: string }) {
  const { title = 'Discard your changes?', text } = words
  const [asked, setAsked] = useState<(() => void) | null>(null)
  // The changes were saved while the question was open.
  if (asked !== null && !isDirty) setAsked(null)
  return {
    /** Runs the action, after confirmation when changes would be lost. */
    unlessDirty: (then: () => void) => (isDirty ? setAsked(() => then) : then()),
    question: (
      <ConfirmDialog
        title={title}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isOpen={asked !== null}
        onConfirm={() => {
          setAsked(null)
          asked?.()
        }}
        onCancel={() => setAsked(null)}
      >
        {text}
      </ConfirmDialog>
    ),
  }
}
