import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useState } from 'react'

import type { ReportTenant } from '../../lib/report-selection.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ShareReport } from './share-report.tsx'

const useStyles = makeStyles({ surface: { maxWidth: '960px' } })

interface ShareReportDialogProps {
  tenant: ReportTenant
  /** What was chosen; without it, everything that can be reported is shared. */
  selection?: ReportSelection | undefined
  /** Leads to where licenses and people are chosen. */
  onChoose?: () => void
  onClose: () => void
}

/** Makes a read-only link to a redacted report of one tenant, and shows the links that it has. */
export function ShareReportDialog({ onChoose, onClose, ...report }: ShareReportDialogProps) {
  const styles = useStyles()
  const [isDirty, setIsDirty] = useState(false)
  // What is done once somebody has agreed to lose what they typed.
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const unlessDirty = (then: () => void) => (isDirty ? setAsked(() => then) : then())
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <ClosableTitle onClose={requestClose}>Share report</ClosableTitle>
            <ShareReport
              {...report}
              {...(onChoose && { onChoose: () => unlessDirty(onChoose) })}
              onDirty={setIsDirty}
              onClose={requestClose}
            />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      <ConfirmDialog
        title="Discard this link?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isOpen={asked !== null}
        onConfirm={() => {
          setAsked(null)
          asked?.()
        }}
        onCancel={() => setAsked(null)}
      >
        The link has not been made yet, and what you entered for it would be lost.
      </ConfirmDialog>
    </>
  )
}
