import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { ShieldCheckmark20Regular } from '@fluentui/react-icons/svg/shield-checkmark'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const CheckPermissionsDialog = lazyPart(
  async () => (await import('./check-permissions-dialog.tsx')).CheckPermissionsDialog,
)

/** Asks Microsoft what the tenant grants; absent for people who may not. */
export function CheckPermissions({ tenant }: { tenant: TenantListItem }) {
  const { role } = useCurrentUser()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  const restoreFocus = useRestoreFocusTarget()
  if (!roleReaches(role, 'technician')) return null
  return (
    <>
      <Button icon={<ShieldCheckmark20Regular />} {...restoreFocus} onClick={() => setIsOpen(true)}>
        Check permissions
      </Button>
      {isOpen !== undefined && (
        <LaterPart>
          <CheckPermissionsDialog
            tenant={tenant}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </LaterPart>
      )}
    </>
  )
}
