import { useQuery } from '@tanstack/react-query'
import type { CoveredPerson } from '@tenantscope/contract/coverage'

import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { coveredPersonQuery } from './posture.queries.ts'
import { useSecuritySearch } from './use-security-search.ts'

interface LinkedPersonProps {
  userId: string
  /** Undefined: not on the pages that were read. */
  listed: CoveredPerson | undefined
  /** Names of policies by id. */
  names: ReadonlyMap<string, string>
  postureKey: PostureKey
}

/** The panel of the person in the address. */
export function LinkedPerson({ userId, listed, names, postureKey }: LinkedPersonProps) {
  const state = usePanelState()
  if (listed === undefined)
    return <PersonElsewhere userId={userId} postureKey={postureKey} state={state} />
  return <CoveragePanel person={listed} names={names} tenantId={postureKey.tenantId} {...state} />
}

function usePanelState() {
  const { personId, policyId, closePerson } = useSecuritySearch()
  return {
    // A policy that is opened from here takes its place.
    isOpen: personId !== null && policyId === null,
    onClose: closePerson,
  }
}

interface PersonElsewhereProps extends Pick<LinkedPersonProps, 'userId' | 'postureKey'> {
  state: ReturnType<typeof usePanelState>
}

/** A person who is not on the pages that were read. */
function PersonElsewhere({ userId, postureKey, state }: PersonElsewhereProps) {
  const query = useQuery(coveredPersonQuery(postureKey, userId))
  const person = query.data?.people[0]
  if (query.data && person)
    return (
      <CoveragePanel
        person={person}
        names={namesIn(query.data.policies)}
        tenantId={postureKey.tenantId}
        {...state}
      />
    )
  return (
    <SidePanel title="MFA coverage of a person" {...state}>
      {query.isPending && <PageSpinner text="Loading the person..." />}
      {query.isLoadingError && <LoadFailed title="The person could not be loaded" query={query} />}
      {query.data && (
        <EmptyState
          title="There is no coverage of this person"
          text="The account is blocked or was deleted, the coverage is not known, or the link is mistyped."
        />
      )}
    </SidePanel>
  )
}

function namesIn(policies: readonly { id: string; displayName: string }[]) {
  return new Map(policies.map(({ id, displayName }) => [id, displayName]))
}
