import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { Suspense } from 'react'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'

const SetupNotice = lazyPart(
  async () => (await import('../../features/setup/setup-notice.tsx')).SetupNotice,
)

interface SetupHereProps {
  list: TenantList
  refresh: Refresh
  onAddTenant: () => void
}

/** What an administrator has to set up, over the table or in its place. */
export function SetupHere({ list, refresh, onAddTenant }: SetupHereProps) {
  const restoreFocus = useRestoreFocusTarget()
  const hasTenants = list.tenants.length > 0
  return (
    <ErrorBoundary
      fallback={hasTenants ? null : <LoadFailed title="The setup could not be loaded" />}
    >
      <Suspense fallback={hasTenants ? null : <PageSpinner text="Loading setup..." />}>
        <SetupNotice
          hasTenants={hasTenants}
          hasRead={list.tenants.some(({ dataAsOf }) => dataAsOf !== null)}
          isRunning={refresh.isUnderWay}
          renderFirstTenant={(appearance) => (
            <>
              <RefreshButton refresh={refresh} appearance={appearance} />
              <Button {...restoreFocus} onClick={onAddTenant}>
                Add tenant
              </Button>
            </>
          )}
          nothingLeft={
            <EmptyState
              icon={<BuildingMultipleRegular />}
              title="No tenants found"
              text="No tenant data available"
              action={<RefreshButton refresh={refresh} appearance="primary" />}
            />
          }
        />
      </Suspense>
    </ErrorBoundary>
  )
}
