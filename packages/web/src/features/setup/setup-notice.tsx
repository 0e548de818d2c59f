import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { CredentialBar } from './credential-bar.tsx'
import { FoldableSetup } from './foldable-setup.tsx'
import { SetupCard } from './setup-card.tsx'
import { useSetup } from './setup.queries.ts'
import type { Setup } from './setup.queries.ts'
import type { RenderFirstTenant } from './step-action.tsx'
import { StepList } from './step-list.tsx'

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

/** What administrators see of the setup on All Tenants: a secret that ends, and the first run's steps. */
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
  return (
    <LoadFailed
      title="The setup could not be loaded"
      message={userMessageOf(setup.error)}
      requestId={requestIdOf(setup.error)}
      onRetry={() => void setup.refetch()}
    />
  )
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
