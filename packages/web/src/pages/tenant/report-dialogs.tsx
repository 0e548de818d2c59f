import type { ReportSelection } from '@tenantscope/contract/reports'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const ReportWizardDialog = lazyPart(
  async () =>
    (await import('../../features/report-wizard/report-wizard-dialog.tsx')).ReportWizardDialog,
)
const ShareReportDialog = lazyPart(
  async () =>
    (await import('../../features/share-report/share-report-dialog.tsx')).ShareReportDialog,
)

const ScheduledReportsDialog = lazyPart(
  async () =>
    (await import('../../features/scheduled-reports/scheduled-reports-dialog.tsx'))
      .ScheduledReportsDialog,
)

export type ReportDialog =
  | { kind: 'wizard' }
  /** Without a selection everything that can be reported is shared. */
  | { kind: 'share'; selection?: ReportSelection }
  | { kind: 'schedules' }

interface ReportDialogsProps {
  tenant: TenantListItem
  opened: ReportDialog | null
  onOpen: (dialog: ReportDialog | null) => void
}

/** What can be done with a report of the tenant: the wizard hands over to sharing, and the other way round. */
export function ReportDialogs({ tenant, opened, onOpen }: ReportDialogsProps) {
  const { role } = useCurrentUser()
  const mayShare = roleReaches(role, 'technician')
  if (opened === null) return null
  return (
    <LaterPart>
      {opened.kind === 'wizard' && (
        <ReportWizardDialog
          tenant={tenant}
          onClose={() => onOpen(null)}
          {...(mayShare && {
            onShare: (selection) => onOpen({ kind: 'share', selection }),
          })}
        />
      )}
      {opened.kind === 'share' && (
        <ShareReportDialog
          tenant={tenant}
          {...(opened.selection && { selection: opened.selection })}
          onChoose={() => onOpen({ kind: 'wizard' })}
          onClose={() => onOpen(null)}
        />
      )}
      {opened.kind === 'schedules' && (
        <ScheduledReportsDialog tenantId={tenant.id} onClose={() => onOpen(null)} />
      )}
    </LaterPart>
  )
}
