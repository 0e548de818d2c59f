import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'

const SharedLinksDialog = lazyPart(
  async () => (await import('../../features/share-report/shared-links.tsx')).SharedLinksDialog,
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

const FreshSignIn = lazyPart(
  async () => (await import('../../features/fresh-sign-in/fresh-sign-in.tsx')).FreshSignIn,
)

interface ReportsDialogsProps {
  dialog: ReportsDialogId
  onClose: () => void
}

/** The dialog that the address names; a link to one that the reader may not see shows none. */
export function ReportsDialogs({ dialog, onClose }: ReportsDialogsProps) {
  const { isAdmin } = useCurrentUser()
  if (dialog === 'links')
    return (
      <>
        <SharedLinksDialog onClose={onClose} />
        <FreshSignIn />
      </>
    )
  if (dialog === 'schedules') return <ScheduledReportsDialog onClose={onClose} />
  if (!isAdmin) return null
  return (
    <>
      <ReportSettingsDialog onClose={onClose} />
      <FreshSignIn />
    </>
  )
}
