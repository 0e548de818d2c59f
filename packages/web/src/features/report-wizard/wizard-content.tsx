import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { REPORT_TYPE_NAMES, ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { ActionButton } from '../../ui/action-button.tsx'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { CheckStep } from './check-step.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { FormatStep } from './choice-cards.tsx'
import { GeneratingReport } from './generating-report.tsx'
import { LicenseStep } from './license-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepList } from './step-list.tsx'
import type { ReportGeneration } from './use-generate-report.ts'
import type { Wizard } from './use-wizard.ts'
import { orderOf, problemBefore, problemOf } from './use-wizard.ts'
import type { WizardStepId } from './use-wizard.ts'
import { UserStep } from './user-step.tsx'

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
  checks: CheckStep,
  format: FormatStep,
  review: ReviewStep,
}

interface WizardContentProps {
  wizard: Wizard
  generation: ReportGeneration
  onClose: () => void
  onShare?: (order: ReportOrder) => void
}

/** The current step, between the list of all steps and the buttons that change the step. */
export function WizardContent({ wizard, generation, onClose, onShare }: WizardContentProps) {
  const styles = useStyles()
  const step = wizard.steps[wizard.stepIndex]
  if (step === undefined) throw new Error(`The wizard has no step ${wizard.stepIndex}`)
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

/** Takes the focus when it appears, since the button that was used is gone. */
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
  const order = orderOf(choice)
  const generate = () => {
    const { format } = choice
    if (order !== null && format !== null) generation.start({ order, format })
  }
  const isOff = problem !== undefined
  // A button that is off can have the focus: screen readers read what is missing.
  const described = isOff ? { 'aria-describedby': problemId } : {}
  return (
    <DialogActions fluid>
      <output id={problemId} className={styles.problem}>
        {problem}
      </output>
      <Button disabled={stepIndex === 0} onClick={() => wizard.goTo(stepIndex - 1)}>
        Back
      </Button>
      {isLast && onShare && order && (
        <Button {...described} disabledFocusable={isOff} onClick={() => onShare(order)}>
          Share instead…
        </Button>
      )}
      {isLast ? (
        <ActionButton
          {...described}
          appearance="primary"
          isBusy={false}
          isOff={isOff}
          onClick={generate}
        >
          Generate Report
        </ActionButton>
      ) : (
        <Button
          {...described}
          appearance="primary"
          disabledFocusable={isOff}
          onClick={() => wizard.goTo(stepIndex + 1)}
        >
          Next
        </Button>
      )}
    </DialogActions>
  )
}

const TEXTS: Record<ReportType, string> = {
  'user-license': 'License assignments and seat usage.',
  posture: 'Security score, most important findings, changes, and all checks or some.',
  savings: 'What the licenses cost, what can be removed and when, and three recommendations.',
}

const CHOICES = ReportType.options.map((value) => ({
  value,
  name: REPORT_TYPE_NAMES[value],
  text: TEXTS[value],
}))

/** Step 1. */
function TypeStep({ wizard }: { wizard: Wizard }) {
  return (
    <ChoiceCards
      label="Report type"
      choices={CHOICES}
      chosen={wizard.choice.reportType}
      onChoose={wizard.chooseType}
    />
  )
}
