import { Button, makeStyles } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import type { UseQueryResult } from '@tanstack/react-query'
import { exchangeText } from '@tenantscope/analysis/price-text'
import { findingsOf } from '@tenantscope/analysis/tenant-findings'
import { countedSentence, countedTenants } from '@tenantscope/analysis/tenant-sums'
import type { TenantId } from '@tenantscope/contract/ids'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem, TenantStatus } from '@tenantscope/contract/tenants'
import { Suspense, useDeferredValue, useId, useMemo, useState } from 'react'
import type { ComponentProps } from 'react'

import type { Consents } from '../../features/consent/use-consents.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { oneTabStop } from '../../ui/one-tab-stop.ts'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { Text } from '../../ui/text.tsx'
import { sortedBy, unfiltered } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'
import { AttentionStrip, ChoiceCard } from './attention-strip.tsx'
import { CommandBar } from './command-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PermissionCard } from './permission-card.tsx'
import { RenewalsDue } from './renewals-due.tsx'
import { RowDialogs } from './row-dialogs.tsx'
import { useColumns } from './saved-view.ts'
import { savingsText } from './savings-text.ts'
import { SummaryGrid } from './summary-grid.tsx'
import { inOrder, tagsOf, tenantsIn } from './tenant-filter.ts'
import { TenantNotices } from './tenant-notices.tsx'
import { TenantTable } from './tenant-table.tsx'
import { useAllTenantsView } from './use-all-tenants-view.ts'
import { useRowActions } from './use-row-actions.ts'

const SavingsByTenant = lazyPart(
  async () => (await import('./savings-by-tenant.tsx')).SavingsByTenant,
)

const useStyles = makeStyles({
  footer: { display: 'block' },
  // Its cards are in the grid of all summary cards.
  cards: { display: 'contents' },
  // The sentence adds up, so that it is shown completely.
  detail: { whiteSpace: 'normal', textAlign: 'start' },
})

interface TenantOverviewProps {
  list: TenantList
  permissions: UseQueryResult<Permissions>
  refresh: Refresh
  consents: Consents
  onAddTenant: () => void
}

/** The tenants with what narrows and sums them up. */
export function TenantOverview(props: TenantOverviewProps) {
  const { list, permissions, refresh, consents, onAddTenant } = props
  const footer = useTextStyle({ variant: 'caption', muted: true }, useStyles().footer)
  const format = useFormat()
  const { view, type, settle, choose } = useAllTenantsView()
  const columns = useColumns()
  const { role } = useCurrentUser()
  const { actions, opened, close } = useRowActions(
    roleReaches(role, 'technician') ? consents.start : null,
  )
  const { steps } = consents
  const consenting = useMemo(() => verifiedIn(steps), [steps])
  const chartId = useId()
  const [isChartOpen, setIsChartOpen] = useState(false)
  const { shown, findings, tags, hasGroups } = useShownTenants(list.tenants, view)
  return (
    <>
      <TenantNotices list={list} refresh={refresh} consents={consents} />
      {shown.length > 0 && <SkipLink target={FIRST_ROW}>Skip to table</SkipLink>}
      <SummaryGrid ref={oneTabStop} role="toolbar" aria-label="Summary">
        <StatCards
          stats={list.stats}
          status={view.status}
          onChoose={(status) => choose({ ...view, status })}
        />
        <SavingsCard list={list} view={view} onChoose={choose} />
        <PermissionCard
          tenants={list.tenants}
          permissions={permissions}
          view={view}
          onChoose={choose}
        />
        <RenewalsDue />
      </SummaryGrid>
      <AttentionStrip
        findings={findings}
        chosen={view.attention}
        onChoose={(attention) => choose({ ...view, attention })}
      />
      <FilterBar
        view={view}
        tags={tags}
        hasGroups={hasGroups}
        onType={type}
        onTyped={settle}
        onChoose={choose}
      />
      <CommandBar
        shown={shown}
        currency={list.savings.currency}
        view={view}
        columns={columns}
        isChartOpen={isChartOpen}
        chartId={chartId}
        onToggleChart={() => setIsChartOpen(!isChartOpen)}
        onAddTenant={onAddTenant}
        onChoose={choose}
      />
      <div id={chartId} hidden={!isChartOpen}>
        {isChartOpen && <SavingsChart tenants={shown} currency={list.savings.currency} />}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchRegular />}
          title="No tenants found"
          text="Try adjusting your search"
          action={<Button onClick={() => choose(unfiltered(view))}>Clear filters</Button>}
        />
      ) : (
        <TenantTable
          tenants={shown}
          view={view}
          columns={columns.columns}
          refreshHours={list.dataAge.refreshHours}
          isVerifying={isVerifyingAll(refresh, list)}
          consenting={consenting}
          actions={actions}
          onSort={(column) => choose(sortedBy(view, column))}
        />
      )}
      <output className={footer}>
        Showing {format.number(shown.length)} of {format.number(list.total)} tenants
      </output>
      <RowDialogs
        tenants={list.tenants}
        opened={opened}
        actions={actions}
        consents={consents}
        isConnected={list.isConnected}
        onClose={close}
      />
    </>
  )
}

/** The row that the Tab key reaches. */
const FIRST_ROW = '[role=grid] [data-row][tabindex="0"]'

/** Returns the tenants that the view shows in its order, and the choices that the filters offer. */
function useShownTenants(tenants: readonly TenantListItem[], view: AllTenantsView) {
  // Letters appear as they are typed; a long table may follow a moment later.
  const shownView = useDeferredValue(view)
  const { sort, isDescending } = shownView
  // Sorted before it is narrowed: typing sorts nothing.
  const ordered = useMemo(
    () => inOrder(tenants, { sort, isDescending }),
    [tenants, sort, isDescending],
  )
  return {
    shown: useMemo(() => tenantsIn(ordered, shownView), [ordered, shownView]),
    findings: useMemo(() => findingsOf(tenants), [tenants]),
    tags: useMemo(() => tagsOf(tenants), [tenants]),
    hasGroups: tenants.some(({ groupIds }) => groupIds.length > 0),
  }
}

function SavingsChart(props: ComponentProps<typeof SavingsByTenant>) {
  return (
    <ErrorBoundary fallback={<LoadFailed title="The chart could not be loaded" />}>
      <Suspense fallback={<PageSpinner text="Loading chart..." />}>
        <SavingsByTenant {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The tenants whose consent Microsoft has yet to show. */
function verifiedIn(steps: Consents['steps']): ReadonlySet<TenantId> {
  return new Set(
    steps.flatMap(({ tenantId, phase }) => (phase === 'verifying' && tenantId ? tenantId : [])),
  )
}

/** A run does not name its tenants; a run of one tenant out of many verifies hardly any row. */
function isVerifyingAll({ isUnderWay, run }: Refresh, list: TenantList): boolean {
  return isUnderWay && (run?.tenants.total !== 1 || list.total === 1)
}

interface StatCardsProps {
  stats: TenantList['stats']
  status: TenantStatus | undefined
  onChoose: (status: TenantStatus | undefined) => void
}

/** Shows the number of tenants in each status; each card filters the table. */
function StatCards({ stats, status, onChoose }: StatCardsProps) {
  const styles = useStyles()
  const format = useFormat()
  const cards = [
    { label: 'Total Tenants', count: stats.totalTenants, status: undefined },
    { label: 'Active Contracts', count: stats.activeTenants, status: 'Active' },
    { label: 'Pending', count: stats.pendingTenants, status: 'Pending' },
    { label: 'Inactive', count: stats.inactiveTenants, status: 'Inactive' },
  ] as const
  return (
    <section className={styles.cards} aria-label="Tenants by status">
      {cards.map((card) => (
        <FigureCard
          key={card.label}
          label={card.label}
          figure={format.number(card.count)}
          isChosen={status === card.status}
          onClick={() => onChoose(card.status)}
        />
      ))}
    </section>
  )
}

interface SavingsCardProps {
  list: TenantList
  view: AllTenantsView
  onChoose: (view: AllTenantsView) => void
}

/** The possible savings in all tenants; it shows those tenants, the highest savings first. */
function SavingsCard({ list, view, onChoose }: SavingsCardProps) {
  const format = useFormat()
  const isKnown = list.tenants.some(({ figures }) => figures !== null)
  const { amount, detail } = savingsText(isKnown ? list.savings : null, format)
  const counted = countedSentence(countedTenants(list.tenants), format.number)
  const words = { money: format.money, date: format.day }
  const isChosen = view.attention === 'savings'
  const next: Partial<AllTenantsView> = isChosen
    ? { attention: undefined, sort: 'displayName', isDescending: false }
    : { attention: 'savings', sort: 'savings', isDescending: true }
  return (
    <FigureCard
      label="Potential savings per month"
      figure={amount}
      detail={sentencesOf([detail, counted, exchangeText(list.savings.exchange, words)])}
      isChosen={isChosen}
      onClick={() => onChoose({ ...view, ...next })}
    />
  )
}

const sentencesOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('. ')

interface FigureCardProps extends Omit<ComponentProps<typeof ChoiceCard>, 'children'> {
  label: string
  figure: string
  detail?: string
}

function FigureCard({ label, figure, detail, ...card }: FigureCardProps) {
  const styles = useStyles()
  return (
    <ChoiceCard {...card}>
      <Stack as="span" gap={4}>
        <Text variant="caption" muted>
          {label}
        </Text>
        <Text variant="title" tabular>
          {figure}
        </Text>
        {detail !== undefined && (
          <Text variant="caption" muted className={styles.detail} title={detail}>
            {detail}
          </Text>
        )}
      </Stack>
    </ChoiceCard>
  )
}
