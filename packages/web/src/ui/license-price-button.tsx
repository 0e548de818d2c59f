import { Button } from '@fluentui/react-components'
import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import { useState } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { AppLink } from './app-link.tsx'
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
  // The dialog sets the price for all tenants in USD; any other one has its days on the page.
  if (!isOfAllTenants(license))
    return (
      <AppLink to="/admin/prices" search={{ q: license.skuId }}>
        Prices of {license.displayName}
      </AppLink>
    )
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

const isOfAllTenants = ({ price, missingRates }: PricedLicense): boolean =>
  missingRates === undefined &&
  (price === null || (price.source !== 'tenant' && price.currency === LIST_CURRENCY))
