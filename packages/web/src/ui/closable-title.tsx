import { DialogTitle } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { ReactNode } from 'react'

import { IconButton } from './icon-button.tsx'

/** A dialog title with a close button. */
export function ClosableTitle({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <DialogTitle
      action={<IconButton label="Close" icon={<Dismiss20Regular />} onClick={onClose} />}
    >
      {children}
    </DialogTitle>
  )
}
