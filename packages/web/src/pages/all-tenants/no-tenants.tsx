import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { LockClosedRegular } from '@fluentui/react-icons/svg/lock-closed'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'

import { EmptyState } from '../../ui/empty-state.tsx'

interface NoTenantsProps {
  isConnected: boolean
  /** A refresh is under way. */
  isRunning: boolean
}

/** Why there is no tenant to show, and who can change that; for people who cannot. */
export function NoTenants({ isConnected, isRunning }: NoTenantsProps) {
  if (!isConnected)
    return (
      <EmptyState
        icon={<PlugDisconnectedRegular />}
        title="Not connected to Microsoft yet"
        text="Tenantscope has no app registration to read tenants with. Please ask an administrator of Tenantscope to connect it."
      />
    )
  if (isRunning)
    return (
      <EmptyState
        icon={<BuildingMultipleRegular />}
        title="Your tenants are being read"
        text="This is the first time. Each tenant appears here as soon as it has been read."
      />
    )
  return (
    <EmptyState
      icon={<LockClosedRegular />}
      title="You have not been given any tenant yet"
      text="Please ask an administrator of Tenantscope to give you access to the tenants that you look after."
    />
  )
}
