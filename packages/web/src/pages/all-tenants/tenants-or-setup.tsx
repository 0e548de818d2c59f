import { Button } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { LockClosedRegular } from '@fluentui/react-icons/svg/lock-closed'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'
import type { ComponentProps } from 'react'
import { Suspense } from 'react'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'
import { TenantOverview } from './tenant-overview.tsx'

const AddTenant = lazyPart(async () => (await import('./add-tenant.tsx')).AddTenant)

/** The tenants, what an administrator has to set up, and why there is nothing else. */
export function TenantsOrSetup(props: Omit<ComponentProps<typeof TenantOverview>, 'onAddTenant'>) {
  const { list, refresh, consents } = props
  const { tenants, isConnected } = list
  const { isAdmin } = useCurrentUser()
  // Here it outlives the first tenant.
  const { onOpen: addTenant, dialog } = useLaterDialog((state) => (
    <AddTenant tenants={tenants} consents={consents} isConnected={isConnected} {...state} />
  ))
  return (
    <>
      {isAdmin && <SetupHere list={list} refresh={refresh} onAddTenant={addTenant} />}
      {!isAdmin && tenants.length === 0 && (
        <NoTenants isConnected={isConnected} isRunning={refresh.isUnderWay} />
      )}
      {tenants.length > 0 && <TenantOverview {...props} onAddTenant={addTenant} />}
      {dialog}
    </>
  )
}

interface NoTenantsProps {
  isConnected: boolean
  /** A refresh is in progress. */
  isRunning: boolean
}

/** Shows users without administrator rights why there are no tenants. */
function NoTenants({ isConnected, isRunning }: NoTenantsProps) {
  const runState = isRunning ? FIRST_READ : NO_ACCESS
  return <EmptyState {...(isConnected ? runState : NOT_CONNECTED)} />
}

const NOT_CONNECTED = {
  icon: <PlugDisconnectedRegular />,
  title: 'Not connected to Microsoft yet',
  text: 'Tenantscope has no app registration to read tenants with. Please ask an administrator of Tenantscope to connect it.',
}
const FIRST_READ = {
  icon: <BuildingMultipleRegular />,
  title: 'Your tenants are being read',
  text: 'This is the first time. Each tenant appears here as soon as it has been read.',
}
const NO_ACCESS = {
  icon: <LockClosedRegular />,
  title: 'You do not have access to any tenant yet',
  text: 'Please ask an administrator of Tenantscope to give you access to the tenants that you manage.',
}

const SetupNotice = lazyPart(
  async () => (await import('../../features/setup/setup-notice.tsx')).SetupNotice,
)

interface SetupHereProps {
  list: TenantList
  refresh: Refresh
  onAddTenant: () => void
}

/** Shows the setup steps of an administrator, above the table or in its place. */
function SetupHere({ list, refresh, onAddTenant }: SetupHereProps) {
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
              <Button {...RETURNS_FOCUS} onClick={onAddTenant}>
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
