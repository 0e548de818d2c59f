import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useState } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { LaterPart } from './later-part.tsx'
import type { PricedLicense } from './license-price-dialog.tsx'

const LicensePriceDialog = lazyPart(
  async () => (await import('./license-price-dialog.tsx')).LicensePriceDialog,
)

/** Lets an administrator say what a seat of the license costs; nobody else sees it. */
export function LicensePriceButton({ license }: { license: PricedLicense }) {
  const { isAdmin } = useCurrentUser()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  const restoreFocus = useRestoreFocusTarget()
  if (!isAdmin) return null
  const label = license.price === null ? 'Set price' : 'Change price'
  return (
    <>
      <Button
        size="small"
        {...restoreFocus}
        aria-label={`${label} of ${license.displayName}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen !== undefined && (
        <LaterPart>
          <LicensePriceDialog license={license} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
