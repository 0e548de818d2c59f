import { useFreshSignIn } from '../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'

const SharedLinksDialog = lazyPart(
  async () =>
    (await import('../../features/share-report/shared-links-dialog.tsx')).SharedLinksDialog,
)
const ScheduledReportsDialog = lazyPart(
  async () =>
    (await import('../../features/scheduled-reports/scheduled-reports-dialog.tsx'))
      .ScheduledReportsDialog,
)
const ReportSettingsDialog = lazyPart(
  async () =>
    (await import('../../features/report-settings/report-settings-dialog.tsx'))
      .ReportSettingsDialog,
)

interface ReportsDialogsProps {
  dialog: ReportsDialogId
  onClose: () => void
}

/** The dialog that the address names; a link to one that the reader may not see shows none. */
export function ReportsDialogs({ dialog, onClose }: ReportsDialogsProps) {
  const { isAdmin } = useCurrentUser()
  if (dialog === 'links') return <SharedLinksDialog onClose={onClose} />
  if (dialog === 'schedules') return <ScheduledReportsDialog onClose={onClose} />
  return isAdmin ? <ReportSettings onClose={onClose} /> : null
}

/** Changing the mail server asks for a fresh sign-in. */
function ReportSettings({ onClose }: { onClose: () => void }) {
  const { run, dialog } = useFreshSignIn()
  return (
    <>
      <ReportSettingsDialog runFresh={run} onClose={onClose} />
      {dialog}
    </>
  )
}
