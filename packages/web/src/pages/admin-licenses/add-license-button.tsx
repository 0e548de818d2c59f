import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const AddLicenseDialog = lazyPart(
  async () => (await import('./add-license-dialog.tsx')).AddLicenseDialog,
)

export function AddLicenseButton() {
  const restoreFocus = useRestoreFocusTarget()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button
        {...restoreFocus}
        appearance="primary"
        icon={<AddRegular />}
        onClick={() => setIsOpen(true)}
      >
        Add License
      </Button>
      {isOpen !== undefined && (
        <LaterPart>
          <AddLicenseDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
