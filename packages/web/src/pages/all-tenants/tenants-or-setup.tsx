import type { ComponentProps } from 'react'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { NoTenants } from './no-tenants.tsx'
import { SetupHere } from './setup-here.tsx'
import { TenantOverview } from './tenant-overview.tsx'

const AddTenant = lazyPart(async () => (await import('./add-tenant.tsx')).AddTenant)

/** The tenants, what an administrator has to set up, and why there is nothing else. */
export function TenantsOrSetup(props: Omit<ComponentProps<typeof TenantOverview>, 'onAddTenant'>) {
  const { list, refresh, consents } = props
  const { tenants, isConnected } = list
  const { isAdmin } = useCurrentUser()
  // Undefined until it is first asked for: its code is not loaded before. Here it outlives the first tenant.
  const [isAdding, setIsAdding] = useState<boolean>()
  const addTenant = () => setIsAdding(true)
  return (
    <>
      {isAdmin && <SetupHere list={list} refresh={refresh} onAddTenant={addTenant} />}
      {!isAdmin && tenants.length === 0 && (
        <NoTenants isConnected={isConnected} isRunning={refresh.isUnderWay} />
      )}
      {tenants.length > 0 && <TenantOverview {...props} onAddTenant={addTenant} />}
      {isAdding !== undefined && (
        <LaterPart>
          <AddTenant
            tenants={tenants}
            consents={consents}
            isConnected={isConnected}
            isOpen={isAdding}
            onClose={() => setIsAdding(false)}
          />
        </LaterPart>
      )}
    </>
  )
}
