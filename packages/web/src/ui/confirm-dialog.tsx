import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  button: { whiteSpace: 'nowrap' },
})

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
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
