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
import { useNavigate } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'

import { FailedTenantsBar } from '../../features/refresh/failed-tenants-bar.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortedBy, unfiltered } from './all-tenants-view.ts'
import { AttentionStrip } from './attention-strip.tsx'
import { findingsOf } from './attention.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoTenants } from './no-tenants.tsx'
import { StatCards } from './stat-cards.tsx'
import { TenantDialog } from './tenant-dialog.tsx'
import { tenantsIn } from './tenant-filter.ts'
import { TenantTable } from './tenant-table.tsx'
import { useAllTenantsView } from './use-all-tenants-view.ts'
import { useSortedTenants } from './use-sorted-tenants.ts'

const useStyles = makeStyles({
  footer: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2, display: 'block' },
})

interface TenantOverviewProps {
  list: TenantList
  refresh: Refresh
}

interface Details {
  tenantId: TenantId | null
  isOpen: boolean
}

/** The tenants with what narrows and sums them up. */
export function TenantOverview({ list, refresh }: TenantOverviewProps) {
  const styles = useStyles()
  const navigate = useNavigate()
  const { view, type, settle, choose } = useAllTenantsView()
  const [details, setDetails] = useState<Details>({ tenantId: null, isOpen: false })
  // Letters appear as they are typed; a long table may follow a moment later.
  const shownView = useDeferredValue(view)
  const kept = useMemo(() => tenantsIn(list.tenants, shownView), [list.tenants, shownView])
  const shown = useSortedTenants(kept, shownView)
  const findings = useMemo(() => findingsOf(list.tenants), [list.tenants])
  const open = useCallback(
    ({ id }: TenantListItem) =>
      void navigate({ to: '/tenant/$tenantId', params: { tenantId: id } }),
    [navigate],
  )
  const showDetails = useCallback(
    ({ id }: TenantListItem) => setDetails({ tenantId: id, isOpen: true }),
    [],
  )

  if (list.tenants.length === 0)
    return <NoTenants isConnected={list.isConnected} refresh={refresh} />
  return (
    <>
      {!list.isConnected && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>Not connected to Microsoft</MessageBarTitle>
            What you see was read before the connection was removed.
          </MessageBarBody>
        </MessageBar>
      )}
      <FailedTenantsBar refresh={refresh} />
      <StatCards
        stats={list.stats}
        status={view.status}
        onChoose={(status) => choose({ ...view, status })}
      />
      <AttentionStrip
        findings={findings}
        chosen={view.attention}
        onChoose={(attention) => choose({ ...view, attention })}
      />
      <FilterBar view={view} onType={type} onTyped={settle} onChoose={choose} />
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
          onSort={(column) => choose(sortedBy(view, column))}
          onOpen={open}
          onShowDetails={showDetails}
        />
      )}
      <output className={styles.footer}>
        Showing {shown.length} of {list.total} tenants
      </output>
      <TenantDialog
        tenant={list.tenants.find(({ id }) => id === details.tenantId)}
        isOpen={details.isOpen}
        onClose={() => setDetails((shown) => ({ ...shown, isOpen: false }))}
      />
    </>
  )
}
