import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import type { Consents } from '../../features/consent/use-consents.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import type { RowActions } from './row-actions.ts'
import type { OpenedOver } from './use-row-actions.ts'

const RowReport = lazyPart(async () => (await import('./row-report.tsx')).RowReport)
const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)
const TenantDialog = lazyPart(async () => (await import('./tenant-dialog.tsx')).TenantDialog)
const TenantSettingsDialog = lazyPart(
  async () => (await import('./settings/tenant-settings-dialog.tsx')).TenantSettingsDialog,
)

/** What a dialog needs to get a tenant's consent. */
export interface Consenting {
  consents: Consents
  isConnected: boolean
}

interface RowDialogsProps extends Consenting {
  tenants: readonly TenantListItem[]
  opened: OpenedOver | null
  actions: RowActions
  onClose: (kind: OpenedOver['kind']) => void
}

/** What a row opened over the table, loaded when it is first asked for. */
export function RowDialogs(props: RowDialogsProps) {
  const { tenants, opened, actions, consents, isConnected, onClose } = props
  // A dialog stays while it fades out.
  const [last, setLast] = useState<OpenedOver | null>(null)
  if (opened !== null && opened !== last) setLast(opened)
  const shown = opened ?? last
  const tenant = tenants.find(({ id }) => id === shown?.tenantId)
  if (shown === null || tenant === undefined) return null
  const dialog = {
    tenant,
    isOpen: opened !== null,
    onClose: () => onClose(shown.kind),
  }
  return (
    // A new key: a part that could not be loaded is tried again when it is asked for again.
    <LaterPart key={`${shown.kind} ${shown.tenantId}`}>
      {shown.kind === 'details' && (
        <TenantDialog {...dialog} consents={consents} isConnected={isConnected} />
      )}
      {shown.kind === 'settings' && <TenantSettingsDialog {...dialog} />}
      {opened !== null && (
        <Undelayed tenant={tenant} opened={opened} actions={actions} onClose={dialog.onClose} />
      )}
    </LaterPart>
  )
}

interface UndelayedProps {
  tenant: TenantListItem
  opened: OpenedOver
  actions: RowActions
  onClose: () => void
}

/** What is gone as soon as it is closed. */
function Undelayed({ opened, ...rest }: UndelayedProps) {
  if (opened.kind === 'menu') return <RowMenu button={opened.button} {...rest} />
  if (opened.kind !== 'report' && opened.kind !== 'share') return null
  return <RowReport opened={opened} {...rest} />
}
