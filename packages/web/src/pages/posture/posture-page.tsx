import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task'
import { useQuery } from '@tanstack/react-query'
import { postureFigures } from '@tenantscope/analysis/posture-figures'
import type { PostureEstate } from '@tenantscope/contract/posture'
import { useDeferredValue, useMemo } from 'react'

import { HelpButton } from '../../features/help/help-button.tsx'
import { postureQuery } from '../../features/posture/posture.queries.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { DataAges } from '../../ui/data-ages.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClearFilters } from '../../ui/filters.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ChangesView } from './changes-view.tsx'
import { checksOf, selectionOf, worstFirst } from './estate.ts'
import type { EstateCheck } from './estate.ts'
import { FilterBar } from './filter-bar.tsx'
import { FixFirstView } from './fix-first-view.tsx'
import { MatrixView } from './matrix-view.tsx'
import { MembersView } from './members-view.tsx'
import { searchOf, unfiltered } from './posture-search.ts'
import type { PostureTab, PostureView } from './posture-search.ts'
import { PostureSummary } from './posture-summary.tsx'
import { usePostureView } from './use-posture-view.ts'

const TABS: Readonly<Record<PostureTab, string>> = {
  matrix: 'Matrix',
  fix: 'Fix first',
  changes: 'Changes',
  coverage: 'MFA coverage',
}
const TAB_IDS = ['matrix', 'fix', 'changes', 'coverage'] as const

const FAILED = 'Failed to load the posture'

/** Security posture: every check on every tenant of the reader. */
export function PosturePage() {
  const estate = useQuery(postureQuery)
  const page = usePostureView()
  const { view } = page
  const isJudged = estate.data?.tenants.some(({ verdicts }) => verdicts !== null) ?? true
  return (
    <PageShell
      title="Posture"
      titleAside={<HelpButton topic="posture" />}
      view={view.tab === 'matrix' ? undefined : TABS[view.tab]}
      description={<Description estate={estate.data} />}
      tabs={
        isJudged && (
          <LinkTabs
            label="Views of the posture"
            tabs={TAB_IDS.map((tab) => ({
              label: TABS[tab],
              link: { to: '/posture', search: searchOf({ ...view, tab }) },
              isCurrent: tab === view.tab,
            }))}
          />
        )
      }
    >
      {estate.isPending && <LoadingPosture />}
      {estate.isLoadingError && <LoadFailed title={FAILED} query={estate} />}
      {estate.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(estate.error)} />
      )}
      {estate.data &&
        (isJudged ? (
          <JudgedEstate estate={estate.data} {...page} />
        ) : (
          <NothingJudged hasTenants={estate.data.tenants.length > 0} />
        ))}
    </PageShell>
  )
}

/** What the page shows, and the oldest and the newest facts that its figures rest on. */
function Description({ estate }: { estate: PostureEstate | undefined }) {
  const age = useMemo(() => estate && postureFigures(estate).dataAge, [estate])
  return (
    <Stack as="span" row wrap gap={4} lineGap={0}>
      <span>Security and license checks of all your tenants.</span>
      {age && age.oldest !== null && <DataAges {...age} />}
    </Stack>
  )
}

type PageView = ReturnType<typeof usePostureView>

function JudgedEstate({ estate, ...page }: PageView & { estate: PostureEstate }) {
  const { view, text, type, choose } = page
  const checks = useMemo(() => checksOf(estate), [estate])
  const tenants = useMemo(() => worstFirst(estate.tenants), [estate])
  return (
    <>
      <PostureSummary estate={estate} />
      <FilterBar view={view} text={text} onType={type} onChoose={choose} />
      <FilteredEstate checks={checks} tenants={tenants} {...page} />
    </>
  )
}

interface FilteredEstateProps
  extends Omit<Parameters<typeof selectionOf>[0], 'ofGroup'>, PageView {}

function FilteredEstate({ checks, tenants, view, choose }: FilteredEstateProps) {
  const groups = useQuery({ ...tenantGroupsQuery, enabled: view.group !== undefined })
  const filters = useDeferredValue(view)
  const selection = useMemo(() => {
    const group = groups.data?.find(({ id }) => id === filters.group)
    const ofGroup = filters.group === undefined ? undefined : new Set(group?.tenantIds)
    // People are no checks: words find tenants alone.
    const searched = filters.tab === 'coverage' ? NO_CHECKS : checks
    return selectionOf({ checks: searched, tenants, ofGroup }, filtersOf(filters))
  }, [checks, tenants, filters, groups.data])
  if (view.group !== undefined) {
    if (groups.isPending) return <LoadingRows />
    if (groups.isError)
      return <LoadFailed title="Failed to load the tenant groups" query={groups} />
  }
  const hasColumns = view.tab === 'coverage' || selection.checks.length > 0
  if (!hasColumns || selection.tenants.length === 0)
    return (
      <EmptyState
        icon={<SearchRegular />}
        title="No tenant or check matches the filters"
        text="Remove a filter, or search for other words."
        action={<ClearFilters onClear={() => choose(unfiltered(view))} />}
      />
    )
  if (view.tab === 'fix') return <FixFirstView selection={selection} verdict={view.verdict} />
  if (view.tab === 'changes')
    return <ChangesView selection={selection} view={view} onChoose={choose} />
  if (view.tab === 'coverage') return <MembersView tenants={selection.tenants} />
  return <MatrixView selection={selection} view={view} />
}

const NO_CHECKS: readonly EstateCheck[] = []

/** Returns the filters that the tab uses. */
function filtersOf(view: PostureView): PostureView {
  // A tenant's verdict now is not the verdict of a change.
  if (view.tab === 'changes') return { ...view, verdict: undefined }
  if (view.tab === 'coverage') return { ...unfiltered(view), text: view.text, group: view.group }
  return view
}

function NothingJudged({ hasTenants }: { hasTenants: boolean }) {
  return (
    <EmptyState
      icon={<ShieldTaskRegular />}
      title={hasTenants ? 'No tenant was judged yet' : 'No tenants to show'}
      text={
        hasTenants
          ? 'Tenants are judged after each refresh. Refresh the tenants, then open this page again.'
          : 'No active tenant is visible to you. Add a tenant, or ask an administrator for access.'
      }
      action={
        <LinkButton to="/dashboard" appearance="primary">
          Open All Tenants
        </LinkButton>
      }
    />
  )
}

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: '12px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  // As high as what replaces them, so that nothing moves.
  card: { height: '58px', borderRadius: tokens.borderRadiusLarge },
  filters: { height: '32px' },
  rows: { height: '480px', borderRadius: tokens.borderRadiusMedium },
})

/** The shape of the page while its data is loaded. */
function LoadingPosture() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the posture...">
      <div className={styles.cards}>
        {[0, 1, 2, 3, 4].map((card) => (
          <SkeletonItem key={card} className={styles.card} />
        ))}
      </div>
      <SkeletonItem className={styles.filters} />
      <SkeletonItem className={styles.filters} />
      <SkeletonItem className={styles.rows} />
    </Skeleton>
  )
}

function LoadingRows() {
  const styles = useStyles()
  return (
    <Skeleton aria-label="Loading the tenant groups...">
      <SkeletonItem className={styles.rows} />
    </Skeleton>
  )
}
