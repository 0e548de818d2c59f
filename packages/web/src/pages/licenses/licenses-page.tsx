import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { CalendarRegular } from '@fluentui/react-icons/svg/calendar'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'
import { ReceiptRegular } from '@fluentui/react-icons/svg/receipt'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import type { EstateLicenses } from '@tenantscope/contract/estate-licenses'
import { roleReaches } from '@tenantscope/contract/roles'
import { useDeferredValue, useMemo } from 'react'

import { estateLicensesQuery } from '../../features/estate-licenses/estate-licenses.queries.ts'
import { HelpButton } from '../../features/help/help-button.tsx'
import { savingsHistoryQuery } from '../../features/savings-history/savings-history.queries.ts'
import { SavingsOverTime } from '../../features/savings-history/savings-over-time.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { DataAges } from '../../ui/data-ages.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClearFilters } from '../../ui/filters.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { Stack } from '../../ui/stack.tsx'
import { EstateSummary } from './estate-summary.tsx'
import { FilterBar } from './filter-bar.tsx'
import { LicenseTable } from './license-table.tsx'
import { isFiltered, shownLicenses, unfiltered } from './licenses-search.ts'
import { useLicensesView } from './use-licenses-view.ts'

const FAILED = 'Failed to load the licenses'

/** The licenses of all tenants of the reader. */
export function LicensesPage() {
  const page = useLicensesView()
  const { role } = useCurrentUser()
  const estate = useQuery(estateLicensesQuery(page.view.group))
  return (
    <PageShell
      title="Licenses"
      titleAside={<HelpButton topic="licenses" />}
      description={<Description estate={estate.data} />}
      actions={
        <>
          <LinkButton to="/renewals" icon={<CalendarRegular />}>
            Renewals
          </LinkButton>
          {roleReaches(role, 'technician') && (
            <LinkButton to="/billing-months" icon={<ReceiptRegular />}>
              Billing months
            </LinkButton>
          )}
        </>
      }
    >
      {estate.isPending && <LoadingLicenses />}
      {estate.isLoadingError && <LoadFailed title={FAILED} query={estate} />}
      {estate.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(estate.error)} />
      )}
      {estate.data && <Licenses estate={estate.data} {...page} />}
    </PageShell>
  )
}

/** What the page shows, and the oldest and the newest data that its figures rest on. */
function Description({ estate }: { estate: EstateLicenses | undefined }) {
  return (
    <Stack as="span" row wrap gap={4} lineGap={0}>
      <span>Seats, cost and waste of every license over all your tenants.</span>
      {estate && estate.dataAge.oldest !== null && <DataAges {...estate.dataAge} />}
    </Stack>
  )
}

type LicensesProps = ReturnType<typeof useLicensesView> & { estate: EstateLicenses }

function Licenses({ estate, view, text, type, choose }: LicensesProps) {
  const { licenses } = estate
  const filters = useDeferredValue(view)
  const history = useQuery(savingsHistoryQuery(view.group))
  const rows = useMemo(() => shownLicenses(licenses, filters), [licenses, filters])
  if (licenses.length === 0 && !isFiltered(view)) return <NoLicenses estate={estate} />
  return (
    <>
      <EstateSummary estate={estate} view={view} />
      <FilterBar view={view} text={text} onType={type} onChoose={choose} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchRegular />}
          title="No license matches the filters"
          text="Remove a filter, or search for other words."
          action={<ClearFilters onClear={() => choose(unfiltered(view))} />}
        />
      ) : (
        <LicenseTable
          rows={rows}
          currency={estate.totals.currency}
          total={licenses.length}
          view={view}
          onChoose={choose}
        />
      )}
      <SavingsOverTime history={history} />
    </>
  )
}

function NoLicenses({ estate: { tenants } }: { estate: EstateLicenses }) {
  const isRead = tenants.counted > 0
  return (
    <EmptyState
      icon={<CertificateRegular />}
      title={isRead ? 'No visible licenses' : 'No tenant was read yet'}
      text={
        isRead
          ? 'The tenants have no licenses, or an administrator has hidden them.'
          : 'Licenses are shown after the first refresh of a tenant. Add a tenant, or ask an administrator for access.'
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
  // As high as what replaces them, so that little moves.
  cards: { height: '92px', borderRadius: tokens.borderRadiusLarge },
  filters: { height: '32px' },
  rows: { height: '480px', borderRadius: tokens.borderRadiusLarge },
})

/** The shape of the page while its data is loaded. */
function LoadingLicenses() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the licenses...">
      <SkeletonItem className={styles.cards} />
      <SkeletonItem className={styles.filters} />
      <SkeletonItem className={styles.rows} />
    </Skeleton>
  )
}
