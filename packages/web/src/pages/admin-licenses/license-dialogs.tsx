import type { License } from '@tenantscope/contract/licenses'
import { useCallback, useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const TypeDialog = lazyPart(async () => (await import('./type-dialog.tsx')).TypeDialog)

export type EditLicense = (what: 'name' | 'type', license: License) => void

interface Edited {
  what: 'name' | 'type'
  license: License
}

/** The dialogs of the table's rows: one for all of them, so that rows stay light. */
export function useLicenseDialogs() {
  const [edited, setEdited] = useState<Edited>()
  const [isOpen, setIsOpen] = useState(false)
  const onEdit: EditLicense = useCallback((what, license) => {
    setEdited({ what, license })
    setIsOpen(true)
  }, [])
  const close = () => setIsOpen(false)
  const Dialog = edited?.what === 'type' ? TypeDialog : RenameDialog
  const dialogs = edited && (
    <LaterPart>
      <Dialog license={edited.license} isOpen={isOpen} onClose={close} />
    </LaterPart>
  )
  return { onEdit, dialogs }
}
