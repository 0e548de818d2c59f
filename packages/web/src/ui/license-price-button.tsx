import { Button } from '@fluentui/react-components'
import { useState } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { LaterPart } from './later-part.tsx'
import type { PricedLicense } from './license-price-dialog.tsx'
import { RETURNS_FOCUS } from './returns-focus.ts'

const LicensePriceDialog = lazyPart(
  async () => (await import('./license-price-dialog.tsx')).LicensePriceDialog,
)

/** Lets an administrator set the price of a license; hidden for other users. */
export function LicensePriceButton({ license }: { license: PricedLicense }) {
  const { isAdmin } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  if (!isAdmin) return null
  const label = license.price === null ? 'Set price' : 'Change price'
  return (
    <>
      <Button
        size="small"
        {...RETURNS_FOCUS}
        aria-label={`${label} of ${license.displayName}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <LaterPart>
          <LicensePriceDialog license={license} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
