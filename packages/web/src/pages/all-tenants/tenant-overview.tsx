import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import type { UseQueryResult } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { Suspense, useDeferredValue, useId, useMemo, useState } from 'react'

import type { Consents } from '../../features/consent/use-consents.ts'
import { FailedTenantsBar } from '../../features/refresh/failed-tenants-bar.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { sortedBy, unfiltered } from './all-tenants-view.ts'
import { AttentionStrip } from './attention-strip.tsx'
import { findingsOf } from './attention.ts'
import { CommandBar } from './command-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PermissionCard } from './permission-card.tsx'
import { RowDialogs } from './row-dialogs.tsx'
import { SavingsCard } from './savings-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { SummaryGrid } from './summary-grid.tsx'
import { tagsOf, tenantsIn } from './tenant-filter.ts'
import { inOrder } from './tenant-order.ts'
import { TenantTable } from './tenant-table.tsx'
import { useAllTenantsView } from './use-all-tenants-view.ts'
import { useColumns } from './use-columns.ts'
import { useRowActions } from './use-row-actions.ts'

const ApprovalsBar = lazyPart(
  async () => (await import('../../features/consent/approvals-bar.tsx')).ApprovalsBar,
)
const ConsentSteps = lazyPart(async () => (await import('./consent-steps.tsx')).ConsentSteps)
const SavingsByTenant = lazyPart(
  async () => (await import('./savings-by-tenant.tsx')).SavingsByTenant,
)

const useStyles = makeStyles({
  footer: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2, display: 'block' },
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
  const styles = useStyles()
  const format = useFormat()
  const { view, type, settle, choose } = useAllTenantsView()
  const columns = useColumns()
  const { role, isAdmin } = useCurrentUser()
  const { actions, opened, close } = useRowActions(
    roleReaches(role, 'technician') ? consents.start : null,
  )
  const chartId = useId()
  const [isChartOpen, setIsChartOpen] = useState(false)
  // Letters appear as they are typed; a long table may follow a moment later.
  const shownView = useDeferredValue(view)
  const { sort, isDescending } = shownView
  // Sorted before it is narrowed: typing sorts nothing.
  const ordered = useMemo(
    () => inOrder(list.tenants, { sort, isDescending }),
    [list.tenants, sort, isDescending],
  )
  const shown = useMemo(() => tenantsIn(ordered, shownView), [ordered, shownView])
  const findings = useMemo(() => findingsOf(list.tenants), [list.tenants])
  const tags = useMemo(() => tagsOf(list.tenants), [list.tenants])
  const hasGroups = list.tenants.some(({ groupIds }) => groupIds.length > 0)
  const awaiting = useMemo(() => list.tenants.filter(awaitsApproval), [list.tenants])
  const waitedFor = consents.steps.filter(({ phase, link }) => phase === 'verifying' || link)

  return (
    <>
      {!list.isConnected && <DisconnectedBar />}
      <FailedTenantsBar refresh={refresh} />
      {isAdmin && awaiting.length > 0 && (
        <LaterPart>
          <ApprovalsBar tenants={awaiting} />
        </LaterPart>
      )}
      {waitedFor.length > 0 && (
        <LaterPart>
          <ConsentSteps steps={waitedFor} tenants={list.tenants} />
        </LaterPart>
      )}
      <SummaryGrid>
        <StatCards
          stats={list.stats}
          status={view.status}
          onChoose={(status) => choose({ ...view, status })}
        />
        <SavingsCard list={list} view={view} onChoose={choose} />
        <PermissionCard permissions={permissions} view={view} onChoose={choose} />
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
        view={view}
        columns={columns}
        isChartOpen={isChartOpen}
        chartId={chartId}
        onToggleChart={() => setIsChartOpen(!isChartOpen)}
        onAddTenant={onAddTenant}
        onChoose={choose}
      />
      <div id={chartId} hidden={!isChartOpen}>
        {isChartOpen && (
          <ErrorBoundary fallback={<LoadFailed title="The chart could not be loaded" />}>
            <Suspense fallback={<PageSpinner text="Loading chart..." />}>
              <SavingsByTenant tenants={shown} />
            </Suspense>
          </ErrorBoundary>
        )}
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
          isVerifying={isVerifyingAll(refresh, list)}
          consenting={verifiedIn(consents)}
          actions={actions}
          onSort={(column) => choose(sortedBy(view, column))}
        />
      )}
      <output className={styles.footer}>
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

function awaitsApproval({ consent }: TenantListItem): boolean {
  return consent.state === 'awaitingApproval'
}

/** The tenants whose consent Microsoft has yet to show. */
function verifiedIn({ steps }: Consents): ReadonlySet<TenantId> {
  return new Set(
    steps.flatMap(({ tenantId, phase }) => (phase === 'verifying' && tenantId ? tenantId : [])),
  )
}

function DisconnectedBar() {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Not connected to Microsoft</MessageBarTitle>
        What you see was read before the connection was removed.
      </MessageBarBody>
    </MessageBar>
  )
}

/** Which tenants a run holds is not said; one over a single tenant out of many verifies hardly any row. */
function isVerifyingAll({ isUnderWay, run }: Refresh, list: TenantList): boolean {
  return isUnderWay && (run?.tenants.total !== 1 || list.total === 1)
}
