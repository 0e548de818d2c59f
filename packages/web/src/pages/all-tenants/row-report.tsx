import type { TenantListItem } from '@tenantscope/contract/tenants'

import { lazyPart } from '../../lib/load-part.ts'
import type { RowActions } from './row-actions.ts'
import type { OpenedOver } from './use-row-actions.ts'

const ReportWizardDialog = lazyPart(
  async () =>
    (await import('../../features/report-wizard/report-wizard-dialog.tsx')).ReportWizardDialog,
)
const ShareReportDialog = lazyPart(
  async () =>
    (await import('../../features/share-report/share-report-dialog.tsx')).ShareReportDialog,
)

interface RowReportProps {
  tenant: TenantListItem
  opened: OpenedOver
  actions: RowActions
  onClose: () => void
}

/** A tenant's report: the wizard hands over to sharing, and the other way round. */
export function RowReport({ tenant, opened, actions, onClose }: RowReportProps) {
  const { shareReport } = actions
  if (opened.kind === 'report')
    return (
      <ReportWizardDialog
        tenant={tenant}
        onClose={onClose}
        {...(shareReport && { onShare: (selection) => shareReport(tenant, selection) })}
      />
    )
  if (opened.kind !== 'share') return null
  return (
    <ShareReportDialog
      tenant={tenant}
      selection={opened.selection}
      onChoose={() => actions.runReport(tenant)}
      onClose={onClose}
    />
  )
}
