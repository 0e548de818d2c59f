import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { ClosableTitle } from './closable-title.tsx'

interface ClosableDialogProps {
  title: string
  isOpen?: boolean
  /** Of the surface, which says how wide it is. */
  className: string
  contentClassName: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that asks for no decision: it is looked at, worked in and closed. */
export function ClosableDialog(props: ClosableDialogProps) {
  const { title, isOpen = true, className, contentClassName, onClose, children } = props
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={className}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>{title}</ClosableTitle>
          <DialogContent className={contentClassName}>{children}</DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
