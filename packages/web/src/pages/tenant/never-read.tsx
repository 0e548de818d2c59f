import { CloudArrowDownRegular } from '@fluentui/react-icons/svg/cloud-arrow-down'
import type { NextStep } from '@tenantscope/analysis/next-step'
import { roleReaches } from '@tenantscope/contract/roles'
import type { ReactNode } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface NeverReadProps {
  next: NextStep
  /** What does the next step. */
  action: ReactNode
}

/** No refresh of this tenant has succeeded yet: what has to happen first. */
export function NeverRead({ next, action }: NeverReadProps) {
  const { role } = useCurrentUser()
  return (
    <EmptyState
      icon={<CloudArrowDownRegular />}
      title="This tenant has not been read yet"
      text={textFor(next, roleReaches(role, 'technician'))}
      action={action}
    />
  )
}

function textFor({ step, text }: NextStep, mayRefresh: boolean): string {
  if (step !== 'refresh') return text
  return mayRefresh
    ? 'Refresh to read its organization, licenses and policies from Microsoft now.'
    : 'It will be read at the next scheduled refresh.'
}
