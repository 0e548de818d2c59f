import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import { TenantLink } from '../../ui/tenant-link.tsx'
import type { AddedTenant } from './use-add-tenant.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
})

interface AddedNoticeProps {
  added: AddedTenant
  onAddAnother: () => void
  onClose: () => void
  renderConsentSteps: (tenant: TenantListItem) => ReactNode
}

/** What became of it, and the one next step. */
export function AddedNotice({
  added,
  onAddAnother,
  onClose,
  renderConsentSteps,
}: AddedNoticeProps) {
  const styles = useStyles()
  const { tenant, isConsented } = added
  const [close, setClose] = useState<HTMLButtonElement | null>(null)
  // The field that had the focus is gone.
  useEffect(() => close?.focus(), [close])
  return (
    <>
      <DialogContent className={styles.content}>
        <MessageBar intent={isConsented ? 'success' : 'info'} layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{titleOf(added)}</MessageBarTitle>
            <TenantLink tenantId={tenant.id} wrap>
              {tenant.displayName}
            </TenantLink>{' '}
            {textOf(added)}
          </MessageBarBody>
        </MessageBar>
        {!isConsented && renderConsentSteps(tenant)}
      </DialogContent>
      <DialogActions>
        <Button onClick={onAddAnother}>Add another</Button>
        <Button ref={setClose} appearance={isConsented ? 'primary' : 'secondary'} onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  )
}

function titleOf({ isNew, isConsented }: AddedTenant): string {
  if (!isNew) return 'Known already'
  return isConsented ? 'Tenant added' : 'Tenant added, consent is missing'
}

function textOf({ tenant, isNew, isConsented }: AddedTenant): string {
  if (isNew)
    return isConsented
      ? 'has granted consent and is being read now. Its name appears with the first reading.'
      : 'is listed as Pending. It is read as soon as one of its administrators has granted consent.'
  if (!isConsented) return 'is listed already, but has not granted consent.'
  return tenant.dataAsOf === null
    ? 'is listed already and is being read.'
    : 'is listed already, with all that was read of it.'
}
