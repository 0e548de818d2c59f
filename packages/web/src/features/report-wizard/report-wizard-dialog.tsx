import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { useState } from 'react'

import type { ReportTenant } from '../../lib/report-selection.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useGenerateReport } from './use-generate-report.ts'
import { useWizard } from './use-wizard.ts'
import { WizardContent } from './wizard-content.tsx'

const useStyles = makeStyles({
  surface: {
    maxWidth: '840px',
    '@media (max-width: 480px)': {
      boxSizing: 'border-box',
      width: '100%',
      maxWidth: '100%',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: 0,
      padding: '16px',
      borderRadius: 0,
      border: 'none',
    },
  },
  body: {
    height: '640px',
    maxHeight: 'calc(100dvh - 64px)',
    '@media (max-width: 480px)': { height: '100%', maxHeight: '100%' },
  },
})

interface ReportWizardDialogProps {
  tenant: ReportTenant
  onClose: () => void
  /** Shares what was chosen by a link; absent for users without that permission. */
  onShare?: (order: ReportOrder) => void
}

/** The tenant report wizard (specification section 2); each opening starts a new report. */
export function ReportWizardDialog({ tenant, onClose, onShare }: ReportWizardDialogProps) {
  const styles = useStyles()
  const [isAsked, setIsAsked] = useState(false)
  const wizard = useWizard(tenant)
  const generation = useGenerateReport(tenant, {
    onDone: onClose,
    onOutdated: (message) => {
      setIsAsked(false)
      wizard.startAgain(message)
    },
  })
  const isGenerating = generation.progressId !== null
  const requestClose = () => (wizard.isDirty || isGenerating ? setIsAsked(true) : onClose())
  const question = isGenerating ? STOP : DISCARD
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody className={styles.body}>
            <WizardContent
              wizard={wizard}
              generation={generation}
              onClose={requestClose}
              {...(onShare && { onShare })}
            />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      <ConfirmDialog
        {...question}
        isOpen={isAsked}
        onConfirm={onClose}
        onCancel={() => setIsAsked(false)}
      >
        {question.text}
      </ConfirmDialog>
    </>
  )
}

const DISCARD = {
  title: 'Discard this report?',
  text: 'It was not generated yet. Your choices will be lost.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

const STOP = {
  title: 'Stop generating the report?',
  text: 'It is still being written. Your choices will be lost.',
  confirmLabel: 'Stop',
  cancelLabel: 'Keep generating',
}
