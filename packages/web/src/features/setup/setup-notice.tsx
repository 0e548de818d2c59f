import { Button } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { useQuery } from '@tanstack/react-query'
import type { SetupStep } from '@tenantscope/contract/onboarding'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'

import { azureConfigQuery } from '../../lib/azure-config.ts'
import { connectionRefusal } from '../../lib/connection-refusal.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SetupCard } from './setup-card.tsx'
import { useSetup } from './setup.queries.ts'
import type { Setup } from './setup.queries.ts'
import type { RenderFirstTenant } from './step-list.tsx'
import { StepList } from './step-list.tsx'
import { nextOf, STEP_WORDS } from './step-words.ts'

interface SetupNoticeProps {
  /** There is a table to look at as well. */
  hasTenants: boolean
  /** At least one of them was read. */
  hasRead: boolean
  /** A refresh is under way. */
  isRunning: boolean
  renderFirstTenant: RenderFirstTenant
  /** In place of a table without tenants, where nothing of the setup is left. */
  nothingLeft: ReactNode
}

/** Shows administrators an expiring credential and the setup steps on All Tenants. */
export function SetupNotice(props: SetupNoticeProps) {
  const { hasTenants, isRunning } = props
  const setup = useSetup({ isUnderWay: isRunning })
  if (setup.data)
    return (
      <>
        {setup.data.credentialDaysLeft !== null && (
          <CredentialBar daysLeft={setup.data.credentialDaysLeft} />
        )}
        <Steps {...props} setup={setup.data} />
      </>
    )
  // Over a table its absence is no loss.
  if (hasTenants) return null
  if (setup.isPending) return <PageSpinner text="Loading setup..." />
  return <LoadFailed title="The setup could not be loaded" query={setup} />
}

function Steps(props: SetupNoticeProps & { setup: Setup }) {
  const { setup, hasTenants, hasRead, renderFirstTenant, nothingLeft } = props
  const { steps, isComplete } = setup
  if (isComplete) return hasTenants ? null : nothingLeft
  const list = <StepList steps={steps} isCompact={false} renderFirstTenant={renderFirstTenant} />
  return hasTenants ? (
    <FoldableSetup steps={steps} isUnfoldedAtFirst={!hasRead}>
      {list}
    </FoldableSetup>
  ) : (
    <SetupCard steps={steps}>{list}</SetupCard>
  )
}

/** The secret or certificate with which everything is read ends soon, or has ended. */
function CredentialBar({ daysLeft }: { daysLeft: number }) {
  const { data: config, isPending } = useQuery(azureConfigQuery({ isQuiet: true }))
  const isRefused = useStore(connectionRefusal) !== null
  // The bar above every page says the same.
  if (isPending || (isRefused && daysLeft < 0)) return null
  const name = config?.credentialKind === 'certificate' ? 'certificate' : 'client secret'
  const hasEnded = daysLeft < 0
  return (
    <Notice
      intent={hasEnded ? 'error' : 'warning'}
      title={`The ${name} of the Microsoft connection ${endText(daysLeft)}`}
      actions={<LinkButton to="/azure-config">Open Azure Config</LinkButton>}
    >
      {hasEnded
        ? 'No tenant can be read until it is replaced.'
        : 'Replace it in time: without it no tenant can be read.'}
    </Notice>
  )
}

function endText(daysLeft: number): string {
  if (daysLeft < 0) return 'has expired'
  if (daysLeft === 0) return 'expires within a day'
  return `expires in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
}

interface FoldableSetupProps {
  steps: readonly SetupStep[]
  isUnfoldedAtFirst: boolean
  /** The steps. */
  children: ReactNode
}

/** The setup beside tenants: a line that can be unfolded, folded and put away, and stays so in this browser. */
function FoldableSetup({ steps, isUnfoldedAtFirst, children }: FoldableSetupProps) {
  const [chosen, setChosen] = useState(storedSetupChoice)
  const shown = chosen ?? (isUnfoldedAtFirst ? 'unfolded' : 'folded')
  const choose = (choice: SetupChoice) => {
    storeSetupChoice(choice)
    setChosen(choice)
  }
  if (shown === 'hidden') return null
  const isUnfolded = shown === 'unfolded'
  const next = nextOf(steps)
  return (
    <SetupCard
      steps={steps}
      aside={!isUnfolded && next && `Next: ${STEP_WORDS[next.id].title}`}
      controls={
        <>
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={isUnfolded}
            onClick={() => choose(isUnfolded ? 'folded' : 'unfolded')}
          >
            {isUnfolded ? 'Hide steps' : 'Show steps'}
          </Button>
          <IconButton
            size="small"
            appearance="transparent"
            label="Hide setup"
            icon={<Dismiss20Regular />}
            onClick={() => {
              choose('hidden')
              showToast({
                intent: 'info',
                title: 'Setup hidden',
                text: 'Its steps stay available under Azure Config until they are done.',
              })
            }}
          />
        </>
      }
    >
      {isUnfolded ? children : undefined}
    </SetupCard>
  )
}

const STORAGE_KEY = 'tenantscope.setup'

const SetupChoice = z.enum(['unfolded', 'folded', 'hidden'])
/** Returns whether the user closed the setup steps, where tenants exist. */
type SetupChoice = z.infer<typeof SetupChoice>

/** Returns the choice stored in this browser, or null. */
function storedSetupChoice(): SetupChoice | null {
  try {
    return SetupChoice.safeParse(localStorage.getItem(STORAGE_KEY)).data ?? null
  } catch {
    return null
  }
}

/** Keeps a choice for the next time. */
function storeSetupChoice(choice: SetupChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // A browser that keeps nothing shows the steps as if nothing had been chosen.
  }
}
