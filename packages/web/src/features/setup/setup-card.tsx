import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import type { SetupStep } from '@tenantscope/contract/onboarding'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useSetup } from './setup.queries.ts'
import { StepList } from './step-list.tsx'
import { progressOf } from './step-words.ts'

const useStyles = makeStyles({
  card: {
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  header: { minHeight: '32px' },
  aside: { color: tokens.colorNeutralForeground2, minWidth: 0 },
  end: { marginInlineStart: 'auto', ':empty': { display: 'none' } },
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
    <Stack as="section" gap={12} className={styles.card} aria-labelledby={id}>
      <Stack row wrap align="center" gap={16} lineGap={4} className={styles.header}>
        <Text as="h2" variant="strong" id={id}>
          Setup: {progressOf(steps)}
        </Text>
        <span className={styles.aside}>{aside}</span>
        <Stack row align="center" className={styles.end}>
          {controls}
        </Stack>
      </Stack>
      {children !== undefined && (
        <ProgressBar
          aria-labelledby={id}
          max={steps.length}
          value={steps.filter(({ isDone }) => isDone).length}
        />
      )}
      {children}
    </Stack>
  )
}

/** The first run's steps over the page where most of them are done; nothing once they are, or for others. */
export function SetupChecklist() {
  const { isAdmin } = useCurrentUser()
  return isAdmin && <OpenSteps />
}

function OpenSteps() {
  // What is done on this page and at Microsoft meanwhile is shown without a reload.
  const { data: setup } = useSetup({ isUnderWay: true })
  if (setup === undefined || setup.isComplete) return null
  return (
    <SetupCard steps={setup.steps}>
      <StepList steps={setup.steps} isCompact renderFirstTenant={undefined} />
    </SetupCard>
  )
}
