import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CheckId } from '@tenantscope/contract/posture'
import type { PostureCheckOverview } from '@tenantscope/contract/posture'
import { useMemo } from 'react'

import { HelpButton } from '../../features/help/help-button.tsx'
import { CheckTexts } from '../../features/posture/check-texts.tsx'
import { postureCheckQuery } from '../../features/posture/posture.queries.ts'
import { SeverityLabel } from '../../features/posture/severity-label.tsx'
import { VerdictBar } from '../../features/posture/verdict-bar.tsx'
import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { CheckSearch, countsOf, verdictOf } from './check-search.ts'
import { CheckTenants } from './check-tenants.tsx'

const NOT_FOUND = 'Check not found'
const FAILED = 'Failed to load the check'

/** One check over all tenants of the reader. */
export function PostureCheckPage() {
  const { checkId } = useParams({ strict: false })
  const id = CheckId.safeParse(checkId)
  if (id.success) return <KnownCheck key={id.data} checkId={id.data} />
  return (
    <PageShell title={NOT_FOUND} crumbs={crumbsTo(NOT_FOUND)}>
      <CheckNotFound />
    </PageShell>
  )
}

const crumbsTo = (label: string): readonly Crumb[] => [
  { label: 'Posture', to: '/posture' },
  { label },
]

/** Every state returns the same PageShell, so that its heading keeps the focus. */
function KnownCheck({ checkId }: { checkId: CheckId }) {
  const overview = useQuery(postureCheckQuery(checkId))
  const isUnknown = overview.error instanceof ApiError && overview.error.status === 404
  const check = isUnknown ? undefined : overview.data?.check
  const title = isUnknown ? NOT_FOUND : (check?.title ?? 'Check')
  return (
    <PageShell
      title={title}
      crumbs={crumbsTo(title)}
      titleAside={
        <>
          {check && <SeverityLabel severity={check.severity} />}
          <HelpButton topic="posture" />
        </>
      }
    >
      {isUnknown ? <CheckNotFound /> : <LoadedCheck overview={overview} />}
    </PageShell>
  )
}

function LoadedCheck({ overview }: { overview: UseQueryResult<PostureCheckOverview> }) {
  if (overview.isPending) return <LoadingCheck />
  if (overview.isLoadingError) return <LoadFailed title={FAILED} query={overview} />
  return (
    <>
      {overview.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(overview.error)} />
      )}
      <CheckOverview overview={overview.data} />
    </>
  )
}

function CheckOverview({ overview: { check, tenants } }: { overview: PostureCheckOverview }) {
  const search: unknown = useSearch({ strict: false })
  const { verdict } = useMemo(() => CheckSearch.parse(search), [search])
  const navigate = useNavigate()
  const counts = countsOf(tenants).map(([value, count]) => [verdictOf(value), count] as const)
  return (
    <>
      <SectionCard title={tenants.length === 1 ? '1 tenant' : `${tenants.length} tenants`}>
        <VerdictBar counts={counts} />
      </SectionCard>
      <SectionCard title="About this check">
        <CheckTexts check={check} />
      </SectionCard>
      <CheckTenants
        checkId={check.id}
        tenants={tenants}
        verdict={verdict}
        onChoose={(chosen) =>
          void navigate({
            to: '/posture/$checkId',
            params: { checkId: check.id },
            search: CheckSearch.parse({ verdict: chosen }),
            resetScroll: false,
          })
        }
      />
    </>
  )
}

function CheckNotFound() {
  return (
    <EmptyState
      icon={<SearchRegular />}
      title="No check has this ID"
      text="A check may have been renamed in a newer version."
      action={
        <LinkButton to="/posture" appearance="primary">
          Show all checks
        </LinkButton>
      }
    />
  )
}

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  bar: { height: '136px', borderRadius: tokens.borderRadiusLarge },
  card: { height: '400px', borderRadius: tokens.borderRadiusLarge },
})

function LoadingCheck() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the check...">
      <SkeletonItem className={styles.bar} />
      <SkeletonItem className={styles.card} />
      <SkeletonItem className={styles.card} />
    </Skeleton>
  )
}
