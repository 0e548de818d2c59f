import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components'
import type { FormEvent, ReactNode } from 'react'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '8px' },
})

interface FormDialogProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** What is typed in it is gone when it closes. */
export function FormDialog({ isOpen, onClose, children }: FormDialogProps) {
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>{isOpen && children}</DialogSurface>
    </Dialog>
  )
}

interface LicenseFormProps {
  title: string
  saveLabel: string
  isPending: boolean
  /** Why it was not saved, unless a field says so. */
  error: Error | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function LicenseForm(props: LicenseFormProps) {
  const { title, saveLabel, isPending, error, onSubmit, onClose, children } = props
  const styles = useStyles()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent className={styles.content}>
          {children}
          {error !== null && (
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>{userMessageOf(error)}</MessageBarBody>
            </MessageBar>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" appearance="primary" disabledFocusable={isPending}>
            {isPending ? 'Saving...' : saveLabel}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  )
}

/** The server's word on one field, where it is that field which it refuses. */
export function refusalOfField(error: Error | null, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.body?.fields?.find(({ field }) => field === `body.${name}`)?.message
}
