import { Button, DialogTitle } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { ReactNode } from 'react'

/** A dialog's title with the button that closes it. */
export function ClosableTitle({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <DialogTitle
      action={
        <Button
          appearance="subtle"
          aria-label="Close"
          icon={<Dismiss20Regular />}
          onClick={onClose}
        />
      }
    >
      {children}
    </DialogTitle>
  )
}
