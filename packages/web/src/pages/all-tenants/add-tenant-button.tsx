import { useRestoreFocusTarget } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'

import { useCurrentUser } from '../../lib/current-user.ts'
import { CommandButton } from './command-button.tsx'

/** Administrators only. */
export function AddTenantButton({ onAddTenant }: { onAddTenant: () => void }) {
  const { isAdmin } = useCurrentUser()
  const restoreFocus = useRestoreFocusTarget()
  if (!isAdmin) return null
  return (
    <CommandButton
      {...restoreFocus}
      label="Add tenant"
      hint="Add a tenant by its domain or ID"
      icon={<Add20Regular />}
      onClick={onAddTenant}
    />
  )
}
