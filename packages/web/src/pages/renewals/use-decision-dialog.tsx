import type { Renewal } from '@tenantscope/contract/renewals'
import { roleReaches } from '@tenantscope/contract/roles'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const DecisionDialog = lazyPart(async () => (await import('./decision-dialog.tsx')).DecisionDialog)

/** Returns how to open the decision of a renewal, null for viewers, and the open dialog. */
export function useDecisionDialog() {
  const { role } = useCurrentUser()
  const [opened, setOpened] = useState<Renewal | null>(null)
  return {
    open: roleReaches(role, 'technician') ? setOpened : null,
    dialog: opened && (
      <LaterPart>
        <DecisionDialog renewal={opened} onClose={() => setOpened(null)} />
      </LaterPart>
    ),
  }
}
