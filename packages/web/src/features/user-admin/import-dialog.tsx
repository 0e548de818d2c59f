import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { ImportChoice } from '@tenantscope/contract/users'
import { useState } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ImportChoiceStep } from './import-choice-step.tsx'
import type { ImportDraft } from './import-choice-step.tsx'
import { ImportPreviewStep } from './import-preview-step.tsx'
import { ImportResultStep } from './import-result-step.tsx'
import type { ImportOutcome } from './import-words.ts'

const useStyles = makeStyles({
  surface: {
    maxWidth: '680px',
    '@media (max-width: 480px)': { width: '100%', maxWidth: '100%' },
  },
})

type Step =
  | { name: 'choice'; isBack: boolean }
  | { name: 'preview'; choice: ImportChoice }
  | { name: 'result'; outcome: ImportOutcome }

const TITLES = {
  choice: 'Import from Microsoft',
  preview: 'Import from Microsoft: preview',
  result: 'Import from Microsoft: result',
} as const satisfies Record<Step['name'], string>

interface ImportDialogProps {
  runFresh: RunFresh
  onClose: () => void
}

/** Accounts for people of the own directory: whom, what they would get, and what came of it. */
export function ImportDialog({ runFresh, onClose }: ImportDialogProps) {
  const styles = useStyles()
  const [draft, setDraft] = useState<ImportDraft>({ by: 'people', microsoftIds: [], groupId: null })
  const [step, setStep] = useState<Step>({ name: 'choice', isBack: false })
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>{TITLES[step.name]}</ClosableTitle>
          {step.name === 'choice' && (
            <ImportChoiceStep
              draft={draft}
              isBack={step.isBack}
              onChange={setDraft}
              onNext={(choice) => setStep({ name: 'preview', choice })}
              onCancel={onClose}
            />
          )}
          {step.name === 'preview' && (
            <ImportPreviewStep
              choice={step.choice}
              runFresh={runFresh}
              onImported={(outcome) => setStep({ name: 'result', outcome })}
              onBack={() => setStep({ name: 'choice', isBack: true })}
            />
          )}
          {step.name === 'result' && <ImportResultStep outcome={step.outcome} onClose={onClose} />}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
