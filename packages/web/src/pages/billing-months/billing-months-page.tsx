import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { CalendarRegular } from '@fluentui/react-icons/svg/calendar'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { monthName } from '@tenantscope/analysis/billing-text'
import type { BillingMonths } from '@tenantscope/contract/billing-months'
import { useMemo } from 'react'

import { billingMonthsQuery } from '../../features/billing-months/billing-months.queries.ts'
import { openMonthText } from '../../features/billing-months/open-month-text.ts'
import { HelpButton } from '../../features/help/help-button.tsx'
import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ClearFilters, Filters } from '../../ui/filters.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { BillingSearch } from './billing-search.ts'
import { MonthList } from './month-list.tsx'
import { MonthSummary } from './month-summary.tsx'
import { NotRead } from './not-read.tsx'
import { TenantTable } from './tenant-table.tsx'

const CRUMBS: readonly Crumb[] = [
  { label: 'Licenses', to: '/licenses' },
  { label: 'Billing months' },
]
const FAILED = 'Failed to load the billing months'

/** The frozen months of all tenants of the reader, for the invoice. */
export function BillingMonthsPage() {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => BillingSearch.parse(search), [search])
  const navigate = useNavigate()
  const choose = (next: BillingSearch) =>
    void navigate({ to: '/billing-months', search: next, resetScroll: false })
  const months = useQuery(billingMonthsQuery({ month: view.month, groupId: view.group }))
  return (
    <PageShell
      title="Billing months"
      titleAside={<HelpButton topic="billing-months" />}
      crumbs={CRUMBS}
      description="How many licensed people each tenant had at the end of a month. A frozen month does not change."
      tabs={<LinkTabs label="Views" tabs={tabsOf(view)} />}
    >
      {months.isPending && <Loading />}
      {months.isLoadingError && <LoadFailed title={FAILED} query={months} />}
      {months.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(months.error)} />
      )}
      {months.data && <Loaded loaded={months.data} view={view} choose={choose} />}
    </PageShell>
  )
}

const tabsOf = (current: BillingSearch) =>
  (
    [
      ['Tenants', undefined],
      ['Months', 'months'],
    ] as const
  ).map(([label, view]) => ({
    label,
    link: { to: '/billing-months', search: { ...current, view } } as const,
    isCurrent: current.view === view,
  }))

interface LoadedProps {
  loaded: BillingMonths
  view: BillingSearch
  choose: (view: BillingSearch) => void
}

function Loaded({ loaded, view, choose }: LoadedProps) {
  const { months, month, tenants } = loaded
  if (months.length === 0 && view.group === undefined) return <NothingFrozen open={loaded.open} />
  return (
    <>
      <Filters
        onClear={view.group === undefined ? null : () => choose({ ...view, group: undefined })}
      >
        {view.view === undefined && (
          <FilterSelect
            label="Month"
            all="Latest month"
            value={view.month}
            options={monthOptions(months, view.month)}
            onChoose={(chosen) =>
              choose(BillingSearch.parse({ ...view, month: chosen || undefined }))
            }
          />
        )}
        <GroupSelect isUsed chosen={view.group} onChoose={(group) => choose({ ...view, group })} />
      </Filters>
      {view.view === 'months' ? (
        <MonthList months={months} group={view.group} />
      ) : month === null || tenants.length === 0 ? (
        <EmptyState
          icon={<CalendarRegular />}
          title={month === null ? 'No frozen month' : `${monthName(month)} is not frozen`}
          text="No tenant that you can see has a record of this month. Choose another month or group."
          action={<ClearFilters onClear={() => choose({})} />}
        />
      ) : (
        <>
          <NotRead month={month} tenants={tenants} />
          <MonthSummary loaded={loaded} month={month} />
          <TenantTable month={month} tenants={tenants} />
        </>
      )}
    </>
  )
}

/** The months with records, and the chosen one also without. */
function monthOptions(months: BillingMonths['months'], chosen: string | undefined) {
  const all = months.map(({ month }) => month)
  const shown = chosen === undefined || all.includes(chosen) ? all : [chosen, ...all]
  return shown.map((month) => [month, monthName(month)] as const)
}

function NothingFrozen({ open }: Pick<BillingMonths, 'open'>) {
  const format = useFormat()
  return (
    <EmptyState
      icon={<CalendarRegular />}
      title="No month is frozen yet"
      text={
        open === null
          ? 'The first month is frozen at its end, once there is a tenant.'
          : openMonthText(open, format)
      }
    />
  )
}

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // As high as what replaces them, so that little moves.
  filters: { height: '32px' },
  rows: { height: '480px', borderRadius: tokens.borderRadiusLarge },
})

/** The shape of the page while its data is loaded. */
function Loading() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the billing months...">
      <SkeletonItem className={styles.filters} />
      <SkeletonItem className={styles.rows} />
    </Skeleton>
  )
}
