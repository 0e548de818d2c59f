import { makeStyles } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { LockClosedRegular } from '@fluentui/react-icons/svg/lock-closed'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProvisioningHelp } from './provisioning-help.tsx'

const useStyles = makeStyles({
  center: { display: 'flex', flexDirection: 'column', alignItems: 'center' },
})

interface NoTenantsProps {
  isConnected: boolean
  refresh: Refresh
}

/** Why there is no tenant to show, and who can change that. */
export function NoTenants({ isConnected, refresh }: NoTenantsProps) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  if (!isConnected)
    return (
      <div className={styles.center}>
        <EmptyState
          icon={<PlugDisconnectedRegular />}
          title="Not connected to Microsoft yet"
          text={
            isAdmin
              ? 'Tenantscope has no app registration to read your tenants with. Give it one and start it again; it reads your tenants by itself then.'
              : 'Tenantscope has no app registration to read tenants with. Please ask an administrator of Tenantscope to connect it.'
          }
          action={isAdmin && <ProvisioningHelp />}
        />
      </div>
    )
  if (refresh.isUnderWay)
    return (
      <EmptyState
        icon={<BuildingMultipleRegular />}
        title="Your tenants are being read"
        text="This is the first time. Each tenant appears here as soon as it has been read."
      />
    )
  if (!isAdmin)
    return (
      <EmptyState
        icon={<LockClosedRegular />}
        title="You have not been given any tenant yet"
        text="Please ask an administrator of Tenantscope to give you access to the tenants that you look after."
      />
    )
  return (
    <EmptyState
      icon={<BuildingMultipleRegular />}
      title="No tenants found"
      text="No tenant data available"
      action={<RefreshButton refresh={refresh} appearance="primary" />}
    />
  )
}
