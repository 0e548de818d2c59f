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

interface QuestionDialogProps {
  title: string
  isOpen: boolean
  onCancel: () => void
  /** The dialog's content and its actions. */
  children: ReactNode
}

/** A question that has to be answered, over the page or over another dialog. */
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
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          {children}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
