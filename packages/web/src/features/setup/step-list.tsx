import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { Circle20Regular } from '@fluentui/react-icons/svg/circle'
import type { SetupStep } from '@tenantscope/contract/onboarding'

import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { StepAction } from './step-action.tsx'
import type { RenderFirstTenant } from './step-action.tsx'
import { nextOf, STEP_WORDS } from './step-words.ts'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '8px 12px',
    padding: '12px',
    borderRadius: tokens.borderRadiusMedium,
    '@media (max-width: 640px)': { gridTemplateColumns: '20px minmax(0, 1fr)' },
  },
  compact: { paddingBlock: '8px' },
  next: { backgroundColor: tokens.colorNeutralBackground3 },
  icon: { color: tokens.colorNeutralForeground3 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  hidden: HIDDEN_FROM_SIGHT,
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    ':empty': { display: 'none' },
    '@media (max-width: 640px)': { gridColumn: '2' },
  },
})

interface StepListProps {
  steps: readonly SetupStep[]
  /** Advice and a button only for the next step. */
  isCompact: boolean
  renderFirstTenant: RenderFirstTenant | undefined
}

/** The steps in their order: what was found of each, and how the open ones are done. */
export function StepList({ steps, isCompact, renderFirstTenant }: StepListProps) {
  const styles = useStyles()
  const next = nextOf(steps)
  const isConnected = next?.id !== 'connect'
  return (
    <ol className={styles.list}>
      {steps.map((step) => {
        const { id, isDone } = step
        const isNext = id === next?.id
        return (
          <li
            key={id}
            className={mergeClasses(
              styles.step,
              isCompact && styles.compact,
              isNext && styles.next,
            )}
            aria-current={isNext ? 'step' : undefined}
          >
            <StepIcon isDone={isDone} />
            <StepText step={step} isNext={isNext} />
            <div className={styles.actions}>
              {/* Nothing can be done at Microsoft before it is connected. */}
              {!isDone && (isNext || (isConnected && !isCompact)) && (
                <StepAction
                  id={id}
                  isNext={isNext}
                  isAtConnection={isCompact}
                  renderFirstTenant={renderFirstTenant}
                />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function StepIcon({ isDone }: Pick<SetupStep, 'isDone'>) {
  const styles = useStyles()
  return isDone ? (
    <CheckmarkCircle20Filled aria-hidden className={styles.done} />
  ) : (
    <Circle20Regular aria-hidden className={styles.icon} />
  )
}

function StepText({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const styles = useStyles()
  const { title, advice } = STEP_WORDS[step.id]
  return (
    <div className={styles.words}>
      <h3 className={styles.title}>
        {title}
        <span className={styles.hidden}>{step.isDone ? ': done' : ': not done'}</span>
      </h3>
      <p className={styles.text}>{step.finding}</p>
      {isNext && <p className={styles.text}>{advice}</p>}
    </div>
  )
}
