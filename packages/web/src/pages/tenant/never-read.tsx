import { CloudArrowDownRegular } from '@fluentui/react-icons/svg/cloud-arrow-down'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isStillRead } from './still-read.ts'

interface NeverReadProps {
  tenant: TenantListItem
  refresh: Refresh
}

/** No refresh of this tenant has succeeded yet. */
export function NeverRead({ tenant, refresh }: NeverReadProps) {
  const { role } = useCurrentUser()
  const mayRefresh = roleReaches(role, 'technician')
  return (
    <EmptyState
      icon={<CloudArrowDownRegular />}
      title="This tenant has not been read yet"
      text={textFor(tenant, mayRefresh)}
      action={isStillRead(tenant) && <RefreshButton refresh={refresh} appearance="primary" />}
    />
  )
}

function textFor(tenant: TenantListItem, mayRefresh: boolean): string {
  if (!isStillRead(tenant))
    return 'Its contract has ended, so Tenantscope no longer reads it. Nothing was stored before that.'
  if (tenant.failure !== null)
    return 'The first attempt failed; the reason and the next step are above. What is read appears here.'
  return mayRefresh
    ? 'Refresh to read its organization, licenses and policies from Microsoft now.'
    : 'It will be read at the next scheduled refresh.'
}
