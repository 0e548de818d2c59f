import { Button, makeStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { useApproval } from './use-approval.ts'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  text: { margin: '0 0 8px' },
})

interface ApprovalActionsProps {
  tenant: TenantListItem
  onDeclined?: () => void
}

/** For administrators: whether a tenant that came through an invitation is read, or forgotten. */
export function ApprovalActions({ tenant, onDeclined }: ApprovalActionsProps) {
  const styles = useStyles()
  const [isAsking, setIsAsking] = useState(false)
  const { displayName } = tenant
  const approval = useApproval(tenant, { onDeclined: () => onDeclined?.() })
  const decide = (isAccepted: boolean) => {
    if (!approval.isPending) approval.mutate(isAccepted, { onSettled: () => setIsAsking(false) })
  }
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        appearance="primary"
        aria-label={`Accept ${displayName}`}
        disabledFocusable={approval.isPending}
        onClick={() => decide(true)}
      >
        Accept
      </Button>
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
        onConfirm={() => decide(false)}
        onCancel={() => setIsAsking(false)}
      >
        <p className={styles.text}>
          Tenantscope forgets <ForeignText wrap>{displayName}</ForeignText> and reads nothing of it.
        </p>
        The consent in the customer's directory stays until they remove it there, under Enterprise
        applications.
      </ConfirmDialog>
    </div>
  )
}
