import { Button } from '@fluentui/react-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { NextStepId } from '@tenantscope/analysis/next-step'
import { decideTenantApproval } from '@tenantscope/contract/consent'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { showToast } from '../../lib/toasts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { rereadAfterConsent } from './consent.queries.ts'
import type { ConsentPhase } from './use-consents.ts'

interface NextStepActionProps {
  step: NextStepId
  tenant: TenantListItem
  phase: ConsentPhase
  onGrantConsent: () => void
  onDeclined: () => void
  refreshButton: ReactNode
}

/** The action of a tenant's next step; absent when it is done elsewhere or not permitted. */
export function NextStepAction(props: NextStepActionProps) {
  const { step, tenant, phase, onGrantConsent, onDeclined, refreshButton } = props
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
      return <ApprovalActions tenant={tenant} onDeclined={onDeclined} />
    case 'grantConsent':
      return (
        <Button size="small" disabledFocusable={phase !== 'idle'} onClick={onGrantConsent}>
          Grant consent
        </Button>
      )
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

interface ApprovalActionsProps {
  tenant: TenantListItem
  /** Called when the tenant no longer exists. */
  onDeclined?: (() => void) | undefined
}

/** Lets an administrator accept or decline a tenant that came through an invitation. */
export function ApprovalActions({ tenant, onDeclined }: ApprovalActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { displayName } = tenant
  const approval = useApproval(tenant, onDeclined)
  const approve = (isAccepted: boolean) =>
    approval.mutate(isAccepted, { onSettled: () => setIsAsking(false) })
  return (
    <Stack row wrap gap={8}>
      <ActionButton
        size="small"
        appearance="primary"
        aria-label={`Accept ${displayName}`}
        isBusy={approval.isPending}
        onClick={() => approve(true)}
      >
        Accept
      </ActionButton>
      <Button
        size="small"
        aria-label={`Decline ${displayName}`}
        disabledFocusable={approval.isPending}
        onClick={() => setIsAsking(true)}
      >
        Decline
      </Button>
      <ConfirmDialog
        title="Decline this tenant?"
        confirmLabel="Decline"
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={approval.isPending}
        onConfirm={() => approve(false)}
        onCancel={() => setIsAsking(false)}
      >
        Tenantscope forgets <ForeignText wrap>{displayName}</ForeignText> and reads nothing of it.
        <br />
        The consent in the customer's directory stays until they remove it there, under Enterprise
        applications.
      </ConfirmDialog>
    </Stack>
  )
}

/** Accepts a tenant that came through an invitation, or declines it. */
function useApproval(
  { id, displayName }: TenantListItem,
  onDeclined: ApprovalActionsProps['onDeclined'],
) {
  const client = useQueryClient()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return useMutation({
    mutationFn: (isAccepted: boolean) =>
      call(decideTenantApproval, { params: { tenantId: id }, body: { isAccepted } }),
    onSuccess: async ({ isAccepted }) => {
      if (!isAccepted && !isGone.current) onDeclined?.()
      await reread(client)
      showToast({
        intent: 'success',
        title: isAccepted ? 'Tenant accepted' : 'Tenant declined',
        text: isAccepted ? `${displayName} is being read now.` : `${displayName} was removed.`,
      })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Approval failed', text: userMessageOf(error) })
      // Another administrator may have decided.
      return reread(client)
    },
  })
}

const reread = (client: QueryClient): Promise<void> =>
  rereadAfterConsent(client).catch(() => {
    // The page shows what could not be read.
  })
