import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { QuestionDialog } from './question-dialog.tsx'

const useStyles = makeStyles({ button: { whiteSpace: 'nowrap' } })

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  isOpen: boolean
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something happens, and says what will. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, isOpen, isPending, onConfirm, onCancel } =
    props
  const styles = useStyles()
  return (
    <QuestionDialog title={title} isOpen={isOpen} onCancel={onCancel}>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button className={styles.button} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          appearance="primary"
          className={styles.button}
          disabledFocusable={isPending === true}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </QuestionDialog>
  )
}
