import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { selectionOf } from '../../lib/report-selection.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormatStep } from './format-step.tsx'
import { GeneratingReport } from './generating-report.tsx'
import { LicenseStep } from './license-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepList } from './step-list.tsx'
import { TypeStep } from './type-step.tsx'
import type { ReportGeneration } from './use-generate-report.ts'
import type { Wizard } from './use-wizard.ts'
import { UserStep } from './user-step.tsx'
import { problemBefore, problemOf, WIZARD_STEPS } from './wizard-steps.ts'
import type { WizardStepId } from './wizard-steps.ts'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 4px' },
  tenant: { ...typographyStyles.body1, flexShrink: 0, color: tokens.colorNeutralForeground2 },
  heading: {
    ...typographyStyles.subtitle2,
    flexShrink: 0,
    margin: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '4px' },
  },
  problem: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    flexGrow: 1,
    alignSelf: 'center',
  },
})

const STEPS: Record<WizardStepId, (props: { wizard: Wizard }) => ReactNode> = {
  type: TypeStep,
  licenses: LicenseStep,
  users: UserStep,
  format: FormatStep,
  review: ReviewStep,
}

interface WizardContentProps {
  wizard: Wizard
  generation: ReportGeneration
  onClose: () => void
  onShare?: (selection: ReportSelection) => void
}

/** The step that somebody is in, under the list of all and above what leads to the others. */
export function WizardContent({ wizard, generation, onClose, onShare }: WizardContentProps) {
  const styles = useStyles()
  const step = WIZARD_STEPS[wizard.stepIndex] ?? WIZARD_STEPS[0]
  const Step = STEPS[step.id]
  const isGenerating = generation.progressId !== null
  const heading = isGenerating ? 'Generating the report' : step.heading
  return (
    <>
      <ClosableTitle onClose={onClose}>Run report</ClosableTitle>
      <DialogContent className={styles.content}>
        <ForeignText className={styles.tenant}>{wizard.tenant.displayName}</ForeignText>
        <StepList wizard={wizard} isLocked={isGenerating} />
        <StepHeading key={heading}>{heading}</StepHeading>
        {generation.progressId === null ? (
          <Step wizard={wizard} />
        ) : (
          <GeneratingReport progressId={generation.progressId} />
        )}
      </DialogContent>
      {generation.progressId === null ? (
        <StepActions
          wizard={wizard}
          generation={generation}
          {...(onShare && { onShare })}
          stepId={step.id}
        />
      ) : (
        <DialogActions>
          <Button onClick={generation.cancel}>Cancel</Button>
        </DialogActions>
      )}
    </>
  )
}

/** Has the focus when it appears: what was used to get here is gone. */
function StepHeading({ children }: { children: string }) {
  const styles = useStyles()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After the dialog itself has taken the focus.
    const timer = setTimeout(() => heading.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <h3 ref={heading} className={styles.heading} tabIndex={-1}>
      {children}
    </h3>
  )
}

type StepActionsProps = Omit<WizardContentProps, 'onClose'> & { stepId: WizardStepId }

function StepActions({ wizard, generation, stepId, onShare }: StepActionsProps) {
  const styles = useStyles()
  const problemId = useId()
  const { stepIndex, choice } = wizard
  const isLast = stepId === 'review'
  const problem = isLast ? problemBefore(stepIndex, choice) : problemOf(stepId, choice)
  const selection = () => selectionOf(choice.licenses, choice.users)
  const generate = () => {
    const { reportType, format } = choice
    if (reportType !== null && format !== null)
      generation.start({ reportType, format, ...selection() })
  }
  const disabled = {
    // Stays focusable: who comes with the keyboard hears what is missing.
    disabledFocusable: problem !== undefined,
    ...(problem === undefined ? {} : { 'aria-describedby': problemId }),
  }
  return (
    <DialogActions fluid>
      <output id={problemId} className={styles.problem}>
        {problem}
      </output>
      <Button disabled={stepIndex === 0} onClick={() => wizard.goTo(stepIndex - 1)}>
        Back
      </Button>
      {isLast && onShare && (
        <Button {...disabled} onClick={() => onShare(selection())}>
          Share instead…
        </Button>
      )}
      {isLast ? (
        <Button appearance="primary" {...disabled} onClick={generate}>
          Generate Report
        </Button>
      ) : (
        <Button appearance="primary" {...disabled} onClick={() => wizard.goTo(stepIndex + 1)}>
          Next
        </Button>
      )}
    </DialogActions>
  )
}
