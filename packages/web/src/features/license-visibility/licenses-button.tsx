import { Button } from '@fluentui/react-components'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'

const LicensesDialog = lazyPart(async () => (await import('./licenses-dialog.tsx')).LicensesDialog)

/** Opens every SKU of the installation, hidden ones too; administrators only. */
export function LicensesButton() {
  const { isAdmin } = useCurrentUser()
  const { onOpen, dialog } = useLaterDialog((state) => <LicensesDialog {...state} />)
  if (!isAdmin) return null
  return (
    <>
      <Button {...RETURNS_FOCUS} icon={<CertificateRegular />} onClick={onOpen}>
        Licenses and prices
      </Button>
      {dialog}
    </>
  )
}
