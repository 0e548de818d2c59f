import { useCurrentUser } from '../../lib/current-user.ts'
import { SetupCard } from './setup-card.tsx'
import { useSetup } from './setup.queries.ts'
import { StepList } from './step-list.tsx'

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
