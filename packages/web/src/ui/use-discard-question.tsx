import { useState } from 'react'

import { ConfirmDialog } from './confirm-dialog.tsx'
import type { EditState } from './form/use-saved-form.ts'

/**
 * Keeps a dialog open while it saves, and asks before it discards changes; the text names them. The
 * question is rendered beside the dialog.
 */
export function useDiscardQuestion(state: EditState, words: { title?: string; text: string }) {
  const { title = 'Discard your changes?', text } = words
  const [asked, setAsked] = useState<(() => void) | null>(null)
  // The changes were saved while the question was open.
  if (asked !== null && state === 'unchanged') setAsked(null)
  return {
    /** Runs the action, after confirmation when changes would be lost; while the dialog saves, never. */
    unlessDirty: (then: () => void) => {
      if (state === 'changed') setAsked(() => then)
      if (state === 'unchanged') then()
    },
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
