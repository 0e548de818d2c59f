import { Button, MessageBarActions, useRestoreFocusTarget } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import type { TenantConsentFlow } from './use-tenant-consent.ts'

const RequestAccessDialog = lazyPart(
  async () => (await import('./request-access-dialog.tsx')).RequestAccessDialog,
)

interface RequestAccessProps {
  tenant: TenantListItem
  consent: TenantConsentFlow
}

/** The action of a message bar that opens the ways to get the missing permissions from the customer. */
export function RequestAccess({ tenant, consent }: RequestAccessProps) {
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  const restoreFocus = useRestoreFocusTarget()
  // Two dialogs at once would hide each other from screen readers.
  if (isOpen === true && consent.isSuccessShown === true) setIsOpen(false)
  return (
    <>
      <MessageBarActions>
        <Button {...restoreFocus} onClick={() => setIsOpen(true)}>
          Request Access
        </Button>
      </MessageBarActions>
      {/* Outside of the actions, which would make its buttons small too. */}
      {isOpen !== undefined && (
        <LaterPart>
          <RequestAccessDialog
            tenant={tenant}
            consent={consent}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </LaterPart>
      )}
    </>
  )
}
