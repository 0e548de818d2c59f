import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark'

import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Wizard } from './use-wizard.ts'
import { problemOf } from './use-wizard.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexShrink: 0,
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    // A line to the next one.
    ':not(:last-child)': { flexGrow: 1 },
    ':not(:last-child)::after': {
      content: '""',
      flexGrow: 1,
      minWidth: '8px',
      height: '1px',
      backgroundColor: tokens.colorNeutralStroke1,
    },
  },
  step: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  link: {
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground2BrandHover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  current: { ...typographyStyles.body1Strong, color: tokens.colorNeutralForeground1 },
  mark: {
    ...typographyStyles.caption1Strong,
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '22px',
    height: '22px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    fontVariantNumeric: 'tabular-nums',
  },
  currentMark: {
    ...borderColorOf(tokens.colorCompoundBrandStroke),
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  // Narrow windows show only the numbers; the heading below names the current step.
  label: { '@media (max-width: 720px)': HIDDEN_FROM_SIGHT },
})

function borderColorOf(color: string) {
  return {
    borderTopColor: color,
    borderRightColor: color,
    borderBottomColor: color,
    borderLeftColor: color,
  }
}

interface StepListProps {
  wizard: Wizard
  /** The other steps cannot be opened while a report is generated. */
  isLocked: boolean
}

/** The steps of the wizard; completed ones are buttons that open them again. */
export function StepList({ wizard, isLocked }: StepListProps) {
  const styles = useStyles()
  const { steps, stepIndex, choice, canGoTo, goTo } = wizard
  return (
    <ol className={styles.list} aria-label="Steps">
      {steps.map(({ id, label }, index) => {
        const isCurrent = index === stepIndex
        const isReached = !isCurrent && canGoTo(index)
        const isOpen = isReached && !isLocked
        const isDone = isReached && problemOf(id, choice) === undefined
        const look = (
          <>
            <span className={mergeClasses(styles.mark, isCurrent && styles.currentMark)}>
              {isDone ? <Checkmark16Filled aria-hidden /> : index + 1}
            </span>
            <span className={styles.label}>{label}</span>
            {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
          </>
        )
        return (
          <li key={id} className={styles.item} aria-current={isCurrent ? 'step' : undefined}>
            {isOpen ? (
              <button
                type="button"
                className={mergeClasses(styles.step, styles.link)}
                onClick={() => goTo(index)}
              >
                {look}
              </button>
            ) : (
              <span className={mergeClasses(styles.step, isCurrent && styles.current)}>{look}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
