import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import type { Consenting } from './tenant-next-step.tsx'
import type { OpenedOver, RowActions } from './use-row-actions.ts'

const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)
const TenantDialog = lazyPart(async () => (await import('./tenant-dialog.tsx')).TenantDialog)
const TenantSettingsDialog = lazyPart(
  async () => (await import('./settings/tenant-settings-dialog.tsx')).TenantSettingsDialog,
)
const ReportWizardDialog = lazyPart(
  async () =>
    (await import('../../features/report-wizard/report-wizard-dialog.tsx')).ReportWizardDialog,
)
const ShareReportDialog = lazyPart(
  async () =>
    (await import('../../features/share-report/share-report-dialog.tsx')).ShareReportDialog,
)

const FreshSignIn = lazyPart(
  async () => (await import('../../features/fresh-sign-in/fresh-sign-in.tsx')).FreshSignIn,
)

interface RowDialogsProps extends Consenting {
  tenants: readonly TenantListItem[]
  opened: OpenedOver | null
  actions: RowActions
  onClose: (kind: OpenedOver['kind']) => void
}

/** The dialog or menu that a row has opened, loaded on first use. */
export function RowDialogs(props: RowDialogsProps) {
  const { tenants, opened, actions, consents, isConnected, onClose } = props
  // A dialog stays while it fades out.
  const [last, setLast] = useState<OpenedOver | null>(null)
  if (opened !== null && opened !== last) setLast(opened)
  const shown = opened ?? last
  const tenant = tenants.find(({ id }) => id === shown?.tenantId)
  if (shown === null || tenant === undefined) return null
  const dialog = { tenant, isOpen: opened !== null, onClose: () => onClose(shown.kind) }
  return (
    // With a new key, a part that failed to load is loaded again.
    <LaterPart key={`${shown.kind} ${shown.tenantId}`}>
      {shown.kind === 'details' && (
        <TenantDialog {...dialog} consents={consents} isConnected={isConnected} />
      )}
      {shown.kind === 'settings' && <TenantSettingsDialog {...dialog} />}
      {opened !== null && <OpenPart {...dialog} opened={opened} actions={actions} />}
    </LaterPart>
  )
}

interface OpenPartProps {
  tenant: TenantListItem
  opened: OpenedOver
  actions: RowActions
  onClose: () => void
}

/** The menu, the report wizard or the sharing dialog, which close without a transition. */
function OpenPart({ tenant, opened, actions, onClose }: OpenPartProps) {
  const { shareReport } = actions
  if (opened.kind === 'menu')
    return <RowMenu tenant={tenant} button={opened.button} actions={actions} onClose={onClose} />
  if (opened.kind === 'report')
    return (
      <ReportWizardDialog
        tenant={tenant}
        onClose={onClose}
        {...(shareReport && { onShare: (order) => shareReport(tenant, order) })}
      />
    )
  if (opened.kind !== 'share') return null
  return (
    <>
      <ShareReportDialog
        tenant={tenant}
        order={opened.order}
        onChoose={() => actions.runReport(tenant)}
        onClose={onClose}
      />
      <FreshSignIn />
    </>
  )
}
