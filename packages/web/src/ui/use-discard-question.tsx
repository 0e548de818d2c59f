import { useState } from 'react'
import type { ReactNode } from 'react'

import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardWords {
  title?: string
  /** What is lost. */
  text: string
}

interface DiscardQuestion {
  /** Does it at once or, where something would be lost by it, when somebody has agreed to that. */
  unlessDirty: (then: () => void) => void
  /** To be shown beside the dialog whose changes it is about. */
  question: ReactNode
}

/** Asks before a dialog loses what was entered. */
export function useDiscardQuestion(isDirty: boolean, words: DiscardWords): DiscardQuestion {
  const { title = 'Discard your changes?', text } = words
  const [asked, setAsked] = useState<(() => void) | null>(null)
  // Saved while the question stood: nothing would be lost any more.
  if (asked !== null && !isDirty) setAsked(null)
  return {
    unlessDirty: (then) => (isDirty ? setAsked(() => then) : then()),
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
