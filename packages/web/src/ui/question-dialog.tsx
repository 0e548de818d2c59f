import {
  Dialog,
  DialogBody,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { useFocusBack } from './use-focus-back.ts'

const useStyles = makeStyles({ surface: { maxWidth: '480px' } })

/** Over another dialog too, which Fluent leaves undimmed. */
const DIMMED = { appearance: 'dimmed' } as const

interface QuestionDialogProps {
  title: string
  isOpen: boolean
  onCancel: () => void
  /** The dialog's content and its actions. */
  children: ReactNode
}

/** A question that requires an answer, over the page or over another dialog. */
export function QuestionDialog({ title, isOpen, onCancel, children }: QuestionDialogProps) {
  const styles = useStyles()
  useFocusBack(isOpen)
  return (
    <Dialog
      modalType="alert"
      open={isOpen}
      onOpenChange={(event, { open }) => {
        // Escape closes the question, not the dialog below it.
        event.stopPropagation()
        if (!open) onCancel()
      }}
    >
      <DialogSurface backdrop={DIMMED} className={styles.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          {children}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
