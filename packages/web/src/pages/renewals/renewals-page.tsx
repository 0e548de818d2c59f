import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { CalendarRegular } from '@fluentui/react-icons/svg/calendar'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import { RENEWALS } from '@tenantscope/contract/limits'
import type { Renewals } from '@tenantscope/contract/renewals'
import { useMemo, useState } from 'react'

import { renewalsQuery } from '../../features/renewals/renewals.queries.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExchangeNote } from '../../ui/exchange-note.tsx'
import { ClearFilters } from '../../ui/filters.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { MonthView } from './month-view.tsx'
import { NotRead } from './not-read.tsx'
import { PastDecisions, RenewalTable } from './renewal-table.tsx'
import {
  isFiltered,
  optionsOf,
  shownDecisions,
  shownRenewals,
  unfiltered,
} from './renewals-search.ts'
import type { RenewalsSearch } from './renewals-search.ts'
import { useDecisionDialog } from './use-decision-dialog.tsx'
import { useRenewalsView } from './use-renewals-view.ts'

const CRUMBS: readonly Crumb[] = [{ label: 'Licenses', to: '/licenses' }, { label: 'Renewals' }]
const FAILED = 'Failed to load the renewals'

/** The renewals of all tenants of the reader in the next 12 months, and past decisions. */
export function RenewalsPage() {
  const page = useRenewalsView()
  const { view, group } = page.view
  const renewals = useQuery(renewalsQuery({ group, from: view === 'past' ? FIRST_DAY : undefined }))
  return (
    <PageShell
      title="Renewals"
      crumbs={CRUMBS}
      description={`When subscriptions of all your tenants renew or end in the next ${RENEWALS.months} months, and what was decided.`}
      actions={<CalendarButton />}
    >
      <LinkTabs label="Views" tabs={tabsOf(page.view)} />
      {renewals.isPending && <LoadingRenewals />}
      {renewals.isLoadingError && <LoadFailed title={FAILED} query={renewals} />}
      {renewals.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(renewals.error)} />
      )}
      {renewals.data && <LoadedRenewals renewals={renewals.data} {...page} />}
    </PageShell>
  )
}

/** Before every decision. */
const FIRST_DAY = '2020-01-01'

const VIEWS = [
  ['List', undefined],
  ['Months', 'months'],
  ['Past decisions', 'past'],
] as const

const tabsOf = (current: RenewalsSearch) =>
  VIEWS.map(([label, view]) => ({
    label,
    link: { to: '/renewals', search: { ...current, view } } as const,
    isCurrent: current.view === view,
  }))

type LoadedProps = ReturnType<typeof useRenewalsView> & { renewals: Renewals }

function LoadedRenewals({ renewals: loaded, view, choose }: LoadedProps) {
  const { renewals, pastDecisions, tenants, currency, exchange } = loaded
  const isPast = view.view === 'past'
  const [now] = useState(() => new Date())
  const options = useMemo(
    () => optionsOf(isPast ? pastDecisions : renewals),
    [isPast, pastDecisions, renewals],
  )
  const shown = useMemo(() => shownRenewals(renewals, view, now), [renewals, view, now])
  const past = useMemo(() => shownDecisions(pastDecisions, view), [pastDecisions, view])
  const { open, dialog } = useDecisionDialog()
  const rows = isPast ? past : shown
  return (
    <>
      <NotRead tenants={tenants} />
      {view.view === 'months' && <ExchangeNote exchange={exchange} />}
      <FilterBar view={view} options={options} onChoose={choose} />
      {rows.length === 0 ? (
        <NoRows view={view} choose={choose} tenants={tenants} />
      ) : (
        <>
          {view.view === undefined && (
            <RenewalTable rows={shown} currency={currency} total={renewals.length} onOpen={open} />
          )}
          {view.view === 'months' && (
            <MonthView renewals={shown} currency={currency} onOpen={open} />
          )}
          {isPast && <PastDecisions rows={past} />}
        </>
      )}
      {dialog}
    </>
  )
}

function NoRows({
  view,
  choose,
  tenants,
}: Omit<LoadedProps, 'renewals'> & Pick<Renewals, 'tenants'>) {
  if (isFiltered(view))
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={
          view.view === 'past'
            ? 'No decision matches the filters'
            : 'No renewal matches the filters'
        }
        text="Remove a filter."
        action={<ClearFilters onClear={() => choose(unfiltered(view))} />}
      />
    )
  if (view.view === 'past')
    return (
      <EmptyState
        icon={<CalendarRegular />}
        title="No past decisions"
        text="A decision is shown here when its date has passed."
      />
    )
  return (
    <EmptyState
      icon={<CalendarRegular />}
      title={tenants.read === 0 ? 'The renewals are not known' : 'No known renewals'}
      text={
        tenants.read === 0
          ? 'The subscriptions of no tenant were read. Refresh a tenant, or ask an administrator for access.'
          : `No subscription of the tenants that were read has a date in the next ${RENEWALS.months} months.`
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
function LoadingRenewals() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the renewals...">
      <SkeletonItem className={styles.filters} />
      <SkeletonItem className={styles.rows} />
    </Skeleton>
  )
}
