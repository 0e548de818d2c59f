import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const LicensesDialog = lazyPart(async () => (await import('./licenses-dialog.tsx')).LicensesDialog)

/** Opens every SKU of the installation, hidden ones too; administrators only. */
export function LicensesButton() {
  const { isAdmin } = useCurrentUser()
  const restoreFocus = useRestoreFocusTarget()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  if (!isAdmin) return null
  return (
    <>
      <Button {...restoreFocus} icon={<CertificateRegular />} onClick={() => setIsOpen(true)}>
        Licenses and prices
      </Button>
      {isOpen !== undefined && (
        <LaterPart>
          <LicensesDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
