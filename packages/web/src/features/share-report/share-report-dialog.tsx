import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useState } from 'react'

import type { ReportTenant } from '../../lib/report-selection.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
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
  const { unlessDirty, question } = useDiscardQuestion(isDirty, {
    title: 'Discard this link?',
    text: 'The link has not been made yet, and what you entered for it would be lost.',
  })
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
      {question}
    </>
  )
}
