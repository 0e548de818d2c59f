import { makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import type { SetupStep } from '@tenantscope/contract/onboarding'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { progressOf } from './step-words.ts'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '8px 16px',
    minWidth: 0,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    minHeight: '32px',
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  aside: { color: tokens.colorNeutralForeground2, minWidth: 0 },
  end: {
    display: 'flex',
    alignItems: 'center',
    marginInlineStart: 'auto',
    ':empty': { display: 'none' },
  },
})

interface SetupCardProps {
  steps: readonly SetupStep[]
  /** Beside the progress. */
  aside?: ReactNode
  /** At the end of the heading's line. */
  controls?: ReactNode
  children?: ReactNode
}

/** The first run's progress, with its steps or without. */
export function SetupCard({ steps, aside, controls, children }: SetupCardProps) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 className={styles.title} id={id}>
          Setup: {progressOf(steps)}
        </h2>
        <span className={styles.aside}>{aside}</span>
        <div className={styles.end}>{controls}</div>
      </div>
      {children !== undefined && (
        <ProgressBar
          aria-labelledby={id}
          max={steps.length}
          value={steps.filter(({ isDone }) => isDone).length}
        />
      )}
      {children}
    </section>
  )
}
