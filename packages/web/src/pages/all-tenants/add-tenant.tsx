import { makeStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { AddTenantDialog } from '../../features/add-tenant/add-tenant-dialog.tsx'
import { InvitationLinks } from '../../features/consent/invitation-links.tsx'
import type { Consenting } from './row-dialogs.tsx'
import { TenantNextStep } from './tenant-next-step.tsx'

const useStyles = makeStyles({ text: { margin: 0 } })

interface AddTenantProps extends Consenting {
  tenants: readonly TenantListItem[]
  isOpen: boolean
  onClose: () => void
}

/** Adds a tenant; one that has not consented is asked for it here or by a link. */
export function AddTenant(props: AddTenantProps) {
  const { tenants, consents, isConnected, isOpen, onClose } = props
  const styles = useStyles()
  return (
    <AddTenantDialog
      tenants={tenants}
      isOpen={isOpen}
      onClose={onClose}
      renderConsentSteps={(tenant) => (
        <>
          <TenantNextStep
            tenant={tenant}
            consents={consents}
            isConnected={isConnected}
            onDeclined={onClose}
          />
          <p className={styles.text}>
            None of their administrators is at hand? Send one of them a link.
          </p>
          <InvitationLinks tenantId={tenant.id} />
        </>
      )}
    />
  )
}
