import { useRestoreFocusTarget } from '@fluentui/react-components'
import { PersonMail20Regular } from '@fluentui/react-icons/svg/person-mail'
import { roleReaches } from '@tenantscope/contract/roles'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { CommandButton } from './command-button.tsx'

const InviteDialog = lazyPart(
  async () => (await import('../../features/consent/invite-dialog.tsx')).InviteDialog,
)

/** Opens the invitation links for customers who are not listed; absent for people who may not. */
export function InviteButton() {
  const { role } = useCurrentUser()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  const restoreFocus = useRestoreFocusTarget()
  if (!roleReaches(role, 'technician')) return null
  return (
    <>
      <CommandButton
        {...restoreFocus}
        label="Invite tenant"
        hint="Make a link with which a customer gives consent"
        icon={<PersonMail20Regular />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen !== undefined && (
        <LaterPart>
          <InviteDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
