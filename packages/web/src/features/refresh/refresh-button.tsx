import { Button } from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { roleReaches } from '@tenantscope/contract/roles'

import { useCurrentUser } from '../../lib/current-user.ts'
import type { Refresh } from './use-refresh.ts'

interface RefreshButtonProps {
  refresh: Refresh
  appearance?: 'primary' | 'secondary'
}

/** Reads again from Microsoft; absent for people who may not (decisions.md, Roles). */
export function RefreshButton({ refresh, appearance = 'secondary' }: RefreshButtonProps) {
  const { role } = useCurrentUser()
  if (!roleReaches(role, 'technician')) return null
  return (
    <Button
      appearance={appearance}
      icon={<ArrowClockwise20Regular />}
      // Stays focusable while it works, so that keyboard focus is not lost.
      disabledFocusable={refresh.isUnderWay}
      onClick={refresh.start}
    >
      {refresh.isUnderWay ? 'Refreshing...' : 'Refresh'}
    </Button>
  )
}
