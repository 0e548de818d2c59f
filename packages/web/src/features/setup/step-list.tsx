import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { Circle20Regular } from '@fluentui/react-icons/svg/circle'
import type { SetupStep, SetupStepId } from '@tenantscope/contract/onboarding'
import type { ReactNode } from 'react'

import { LinkButton } from '../../ui/app-link.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { nextOf, STEP_WORDS } from './step-words.ts'

const useStyles = makeStyles({
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
  actions: { ':empty': { display: 'none' }, '@media (max-width: 640px)': { gridColumn: '2' } },
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
    <Stack as="ol">
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
            <Stack row wrap gap={8} className={styles.actions}>
              {/* Nothing can be done at Microsoft before it is connected. */}
              {!isDone && (isNext || (isConnected && !isCompact)) && (
                <StepAction
                  id={id}
                  isNext={isNext}
                  isAtConnection={isCompact}
                  renderFirstTenant={renderFirstTenant}
                />
              )}
            </Stack>
          </li>
        )
      })}
    </Stack>
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
  const { title, advice } = STEP_WORDS[step.id]
  return (
    <Stack gap={2}>
      <Text as="h3" variant="strong">
        {title}
        <VisuallyHidden>{step.isDone ? ': done' : ': not done'}</VisuallyHidden>
      </Text>
      <Text as="p" muted breakable>
        {step.finding}
      </Text>
      {isNext && (
        <Text as="p" muted breakable>
          {advice}
        </Text>
      )}
    </Stack>
  )
}

type Appearance = 'primary' | 'secondary'

/** The action that reads the first tenants, where the screen has one. */
export type RenderFirstTenant = (appearance: Appearance) => ReactNode

interface StepActionProps {
  id: SetupStepId
  isNext: boolean
  /** Shown on the page of the connection, where two of the steps are done. */
  isAtConnection: boolean
  renderFirstTenant: RenderFirstTenant | undefined
}

/** The action of a step, or the link to its screen. */
function StepAction({ id, isNext, isAtConnection, renderFirstTenant }: StepActionProps) {
  const appearance = isNext ? 'primary' : 'secondary'
  if (id === 'people') return <PeopleActions appearance={appearance} />
  if (id === 'firstTenant' && renderFirstTenant) return renderFirstTenant(appearance)
  const { to, label } = PLACES[id]
  if (to === '/azure-config' && isAtConnection) return null
  return (
    <LinkButton appearance={appearance} to={to}>
      {label}
    </LinkButton>
  )
}

const PLACES = {
  connect: { to: '/azure-config', label: 'Connect Microsoft' },
  redirectUris: { to: '/azure-redirect-setup', label: 'Show redirect URIs' },
  permissions: { to: '/azure-config', label: 'Check permissions' },
  firstTenant: { to: '/dashboard', label: 'Go to All Tenants' },
} as const

/** The address alone refuses users without an account, so the import comes first. */
function PeopleActions({ appearance }: { appearance: Appearance }) {
  return (
    <>
      <LinkButton
        appearance={appearance}
        to="/admin-panel"
        search={{ tab: 'users', dialog: 'import' }}
      >
        Import users
      </LinkButton>
      <LinkButton to="/admin-panel" search={{ tab: 'role-mapping' }}>
        Role mappings
      </LinkButton>
      <CopyAddressButton />
    </>
  )
}

function CopyAddressButton() {
  return (
    <Button onClick={() => void copyText(new URL('/login', location.origin).href)}>
      Copy sign-in address
    </Button>
  )
}
