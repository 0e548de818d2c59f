import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { ClosableTitle } from '../../ui/closable-title.tsx'
import { AddTenantForm } from './add-tenant-form.tsx'
import { AddedNotice } from './added-notice.tsx'
import type { AddedTenant } from './use-add-tenant.ts'

const useStyles = makeStyles({ surface: { maxWidth: '600px' } })

interface AddTenantDialogProps {
  /** Those that are known by now. */
  tenants: readonly TenantListItem[]
  isOpen: boolean
  onClose: () => void
  /** What is to be done about a tenant that has not consented. */
  renderConsentSteps: (tenant: TenantListItem) => ReactNode
}

/** Adds a tenant that no contract brings by itself, and leads to what it still needs. */
export function AddTenantDialog({ isOpen, ...dialog }: AddTenantDialogProps) {
  const { onClose } = dialog
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Add tenant</ClosableTitle>
          <AddTenant {...dialog} />
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function AddTenant({ tenants, onClose, renderConsentSteps }: Omit<AddTenantDialogProps, 'isOpen'>) {
  const [added, setAdded] = useState<AddedTenant | null>(null)
  if (added === null) return <AddTenantForm onAdded={setAdded} onCancel={onClose} />
  return (
    <AddedNotice
      added={asOfNow(added, tenants)}
      onAddAnother={() => setAdded(null)}
      onClose={onClose}
      renderConsentSteps={renderConsentSteps}
    />
  )
}

/** Consent may be granted while the dialog is open. */
function asOfNow(added: AddedTenant, tenants: readonly TenantListItem[]): AddedTenant {
  const tenant = tenants.find(({ id }) => id === added.tenant.id) ?? added.tenant
  return { ...added, tenant, isConsented: added.isConsented || tenant.consent.state === 'granted' }
}
