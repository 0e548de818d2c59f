import { useRestoreFocusTarget } from '@fluentui/react-components'
import { GroupList20Regular } from '@fluentui/react-icons/svg/group-list'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { CommandButton } from './command-button.tsx'

const GroupsDialog = lazyPart(
  async () => (await import('../../features/tenant-groups/groups-dialog.tsx')).GroupsDialog,
)

/** Opens the tenant groups; administrators only. */
export function ManageGroupsButton() {
  const { isAdmin } = useCurrentUser()
  const restoreFocus = useRestoreFocusTarget()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  if (!isAdmin) return null
  return (
    <>
      <CommandButton
        {...restoreFocus}
        label="Manage groups"
        hint="Make, rename and fill tenant groups"
        icon={<GroupList20Regular />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen !== undefined && (
        <LaterPart>
          <GroupsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
