import { useState } from 'react'
import type { ReactNode } from 'react'

import { LaterPart } from './later-part.tsx'

interface DialogState {
  isOpen: boolean
  onClose: () => void
}

/** Holds a dialog whose code is loaded when it is first opened. */
export function useLaterDialog(render: (state: DialogState) => ReactNode) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const onClose = () => setIsOpen(false)
  return {
    isOpen: isOpen === true,
    onOpen: () => setIsOpen(true),
    onClose,
    /** Null until it is first opened; it stays while it fades out. */
    dialog: isOpen === undefined ? null : <LaterPart>{render({ isOpen, onClose })}</LaterPart>,
  }
}
