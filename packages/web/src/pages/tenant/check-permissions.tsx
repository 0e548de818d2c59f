import { Button } from '@fluentui/react-components'
import { ShieldCheckmark20Regular } from '@fluentui/react-icons/svg/shield-checkmark'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'

const CheckPermissionsDialog = lazyPart(
  async () => (await import('./check-permissions-dialog.tsx')).CheckPermissionsDialog,
)

/** Asks Microsoft what the tenant grants; absent for people who may not. */
export function CheckPermissions({ tenant }: { tenant: TenantListItem }) {
  const { role } = useCurrentUser()
  const { onOpen, dialog } = useLaterDialog((state) => (
    <CheckPermissionsDialog tenant={tenant} {...state} />
  ))
  if (!roleReaches(role, 'technician')) return null
  return (
    <>
      <Button icon={<ShieldCheckmark20Regular />} {...RETURNS_FOCUS} onClick={onOpen}>
        Check permissions
      </Button>
      {dialog}
    </>
  )
}
