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

/** Over another dialog too, which Fluent leaves undimmed. */
const DIMMED = { appearance: 'dimmed' } as const

interface ClosableDialogProps {
  title: ReactNode
  isOpen?: boolean
  /** Of the surface; it sets the width. */
  className: string
  contentClassName: string
  /** Whether the content gets the focus, so that the arrow keys scroll it. */
  isContentFocusable?: boolean
  /** Further buttons, after Close. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog without a decision, with a close button. */
export function ClosableDialog(props: ClosableDialogProps) {
  const { title, isOpen = true, className, contentClassName, actions, onClose, children } = props
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface backdrop={DIMMED} className={className}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>{title}</ClosableTitle>
          <DialogContent
            className={contentClassName}
            {...(props.isContentFocusable === true && { tabIndex: 0 })}
          >
            {children}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            {actions}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
