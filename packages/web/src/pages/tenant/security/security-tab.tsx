import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { MFA_CHECK } from '@tenantscope/analysis/checks/mfa-difference'
import type { CheckId, TenantPosture } from '@tenantscope/contract/posture'
import type { TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'
import { Suspense, useMemo, useState } from 'react'

import { HelpButton } from '../../../features/help/help-button.tsx'
import { usePolicyPanel } from '../../../features/posture/use-policy-panel.tsx'
import { userMessageOf } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { tenantPostureQuery } from '../../../lib/tenant-posture.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RereadFailed } from '../../../ui/reread-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TwoColumns } from '../../../ui/two-columns.tsx'
import { useLastShown } from '../../../ui/use-last-shown.ts'
import { AcceptedRisksCard } from './accepted-risks-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { ChecksCard } from './checks-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { EmergencyAccountsCard } from './emergency-accounts-card.tsx'
import type { CoverageFilter } from './posture.queries.ts'
import { ScoreCard } from './score-card.tsx'
import { useSecuritySearch } from './use-security-search.ts'

const useStyles = makeStyles({
  // About as high as what takes their place.
  score: { height: '256px', borderRadius: tokens.borderRadiusLarge },
  checks: { height: '640px', borderRadius: tokens.borderRadiusLarge },
})

const CheckPanel = lazyPart(async () => (await import('./check-panel.tsx')).CheckPanel)
const CoverageList = lazyPart(async () => (await import('./coverage-list.tsx')).CoverageList)
const PolicyComparisonView = lazyPart(
  async () => (await import('./policy-comparison-view.tsx')).PolicyComparisonView,
)

/** The posture of a tenant, or the people of its MFA coverage when the address names them. */
export function SecurityTab({ details }: { details: TenantDetails }) {
  const { people, compareWith } = useSecuritySearch()
  const postureKey = usePostureKey(details)
  const { panel } = usePolicyPanel(details.tenant)
  return (
    <>
      {compareWith !== undefined && (
        <Suspense fallback={<PageSpinner text="Loading the comparison..." />}>
          <PolicyComparisonView
            tenant={details.tenant}
            postureKey={postureKey}
            compareWith={compareWith}
          />
        </Suspense>
      )}
      {compareWith === undefined && people !== null && (
        <Coverage details={details} postureKey={postureKey} people={people} />
      )}
      {compareWith === undefined && people === null && (
        <Posture details={details} postureKey={postureKey} />
      )}
      {panel}
    </>
  )
}

interface CoverageProps extends PostureProps {
  people: CoverageFilter
}

function Coverage({ details, postureKey, people }: CoverageProps) {
  return (
    <Suspense
      fallback={
        <SectionCard title="MFA coverage by person">
          <PageSpinner text="Loading people..." />
        </SectionCard>
      }
    >
      <CoverageList tenant={details.tenant} postureKey={postureKey} filter={people} />
    </Suspense>
  )
}

function usePostureKey({ tenant: { id: tenantId, dataAsOf } }: TenantDetails): PostureKey {
  const [openedWith] = useState(dataAsOf)
  return useMemo(
    () => ({ tenantId, dataAsOf, isQuiet: dataAsOf !== openedWith }),
    [tenantId, dataAsOf, openedWith],
  )
}

interface PostureProps {
  details: TenantDetails
  postureKey: PostureKey
}

function Posture({ details, postureKey }: PostureProps) {
  const query = useQuery(tenantPostureQuery(postureKey))
  const { tenant, mfa } = details
  const posture = query.data
  return (
    <>
      {query.isRefetchError && (
        <RereadFailed
          title="The checks could not be loaded again"
          message={userMessageOf(query.error)}
        />
      )}
      <TwoColumns>
        <SectionCard title="Score" aside={<HelpButton topic="posture" />}>
          <Score tenant={tenant} query={query} />
        </SectionCard>
        <CoverageCard
          mfa={mfa}
          tenant={tenant}
          check={posture?.checks.find(({ id }) => id === MFA_CHECK)}
        />
      </TwoColumns>
      {query.isPending && <LoadingChecks />}
      {posture && <Judged tenant={tenant} posture={posture} postureKey={postureKey} />}
      <AcceptedRisksCard tenantId={tenant.id} checks={posture?.checks ?? NO_CHECKS} />
      <LinkedCheck details={details} postureKey={postureKey} />
    </>
  )
}

interface ScoreProps {
  tenant: TenantListItem
  query: UseQueryResult<TenantPosture>
}

function Score({ tenant, query }: ScoreProps) {
  const styles = useStyles()
  if (query.isPending)
    return (
      <Skeleton aria-label="Loading checks...">
        <SkeletonItem className={styles.score} />
      </Skeleton>
    )
  if (query.data === undefined)
    return <LoadFailed title="The checks could not be loaded" query={query} />
  if (query.data.judgedAt === null)
    return tenant.status === 'Inactive' ? <NeverJudged /> : <FirstJudging />
  return <ScoreCard tenant={tenant} posture={query.data} />
}

/** About as high as the first checks. */
function LoadingChecks() {
  const styles = useStyles()
  return (
    <SectionCard title="Checks">
      <Skeleton aria-hidden>
        <SkeletonItem className={styles.checks} />
      </Skeleton>
    </SectionCard>
  )
}

interface JudgedProps {
  tenant: TenantListItem
  posture: TenantPosture
  postureKey: PostureKey
}

function Judged({ tenant, posture, postureKey }: JudgedProps) {
  return (
    <>
      {posture.judgedAt !== null && (
        <ChecksCard tenant={tenant} checks={posture.checks} dataAsOf={posture.dataAsOf} />
      )}
      <TwoColumns>
        <ChangesCard postureKey={postureKey} />
        <EmergencyAccountsCard
          tenant={tenant}
          accounts={posture.emergencyAccounts}
          version={posture.emergencyAccountsVersion}
        />
      </TwoColumns>
    </>
  )
}

const NO_CHECKS: TenantPosture['checks'] = []

/** The checks are judged right after the first data arrived; the tab reads them again by itself. */
function FirstJudging() {
  return (
    <output>
      <EmptyState
        icon={<ShieldTaskRegular />}
        title="The first judging is under way"
        text="The checks of this tenant appear here as soon as they are judged, usually within a minute."
      />
    </output>
  )
}

/** Inactive tenants are not judged, so nothing follows. */
function NeverJudged() {
  return (
    <EmptyState
      icon={<ShieldTaskRegular />}
      title="No verdicts"
      text="This tenant is inactive and is no longer judged. The current checks have never judged it."
    />
  )
}

/** The panel of the check in the address. */
function LinkedCheck({ details: { tenant }, postureKey }: PostureProps) {
  const { checkId, policyId, closeCheck } = useSecuritySearch()
  // The panel keeps its check while it slides out.
  const shown = useLastShown<CheckId>(checkId)
  if (shown === null) return null
  return (
    <LaterPart>
      <CheckPanel
        tenant={tenant}
        postureKey={postureKey}
        checkId={shown}
        // A policy that is opened from here takes its place.
        isOpen={checkId !== null && policyId === null}
        onClose={closeCheck}
      />
    </LaterPart>
  )
}
