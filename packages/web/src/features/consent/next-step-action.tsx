import { Button } from '@fluentui/react-components'
import type { NextStepId } from '@tenantscope/analysis/next-step'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { ConsentPhase } from './use-consents.ts'

interface NextStepActionProps {
  step: NextStepId
  tenant: TenantListItem
  /** Of this tenant's consent. */
  phase: ConsentPhase
  onGrantConsent: () => void
  onDeclined?: () => void
  /** The button that reads this tenant again. */
  refreshButton: ReactNode
}

/** What does a tenant's next step, where this person may and it is done here; else nothing. */
export function NextStepAction(props: NextStepActionProps) {
  const { step, tenant, onDeclined, refreshButton } = props
  const { role } = useCurrentUser()
  if (!roleReaches(role, DONE_BY[step] ?? 'admin')) return null
  switch (step) {
    case 'connect':
    case 'checkConnection':
      return (
        <LinkButton size="small" to="/azure-config">
          Open Azure Config
        </LinkButton>
      )
    case 'approve':
      return <ApprovalActions tenant={tenant} {...(onDeclined && { onDeclined })} />
    case 'grantConsent':
      return <GrantConsentButton {...props} />
    case 'refresh':
    case 'report':
      return refreshButton
    default:
      return null
  }
}

const DONE_BY: Partial<Record<NextStepId, 'technician' | 'admin'>> = {
  grantConsent: 'technician',
  refresh: 'technician',
  report: 'technician',
}

function GrantConsentButton({ phase, onGrantConsent }: NextStepActionProps) {
  return (
    <Button size="small" disabledFocusable={phase !== 'idle'} onClick={onGrantConsent}>
      Grant consent
    </Button>
  )
}
