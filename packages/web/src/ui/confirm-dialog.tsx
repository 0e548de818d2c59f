import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { ActionButton } from './action-button.tsx'
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

/** Asks for confirmation of an action and describes its effect. It cannot be closed while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, isOpen, isPending = false, onConfirm } = props
  const styles = useStyles()
  const cancel = () => {
    if (!isPending) props.onCancel()
  }
  return (
    <QuestionDialog title={title} isOpen={isOpen} onCancel={cancel}>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button className={styles.button} disabledFocusable={isPending} onClick={cancel}>
          {cancelLabel}
        </Button>
        <ActionButton
          appearance="primary"
          className={styles.button}
          isBusy={isPending}
          onClick={onConfirm}
        >
          {confirmLabel}
        </ActionButton>
      </DialogActions>
    </QuestionDialog>
  )
}
