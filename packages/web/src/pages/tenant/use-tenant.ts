import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { useConsent } from '../../features/consent/use-consents.ts'
import { readAgain } from '../../features/refresh/expire-tenant-data.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { call } from '../../lib/api.ts'
import { TENANT_DETAILS } from '../../lib/tenant-data.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'

/** A tenant's details, kept up to date by the refreshes that end while the page is open. */
export function useTenant(tenantId: TenantId) {
  const client = useQueryClient()
  const details = useQuery(tenantDetailsQuery(tenantId, { isQuiet: false }))
  const refresh = useRefresh({
    scope: tenantId,
    knownRun: details.data?.currentRun,
    onNewData: (freshForMs) => {
      // What could not be loaded at all is tried again when the reader asks for it.
      if (details.isLoadingError) return
      void readAgain(client, tenantDetailsQuery(tenantId, { isQuiet: true }), freshForMs)
    },
  })
  const { queryKey } = tenantListQuery({ isQuiet: true })
  const list = client.getQueryData(queryKey)
  const listed = list?.tenants.find(({ id }) => id === tenantId)
  return {
    details,
    /** The name in the list of all tenants, before the details arrive. */
    listedName: listed?.displayName,
    /** False only when the list of all tenants has no Microsoft connection. */
    isConnected: list?.isConnected ?? true,
    refresh,
  }
}

/** Reads a tenant's data. `isQuiet` marks a read without a user action, which does not prolong the session. */
function tenantDetailsQuery(tenantId: TenantId, { isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, tenantId],
    queryFn: ({ signal }) =>
      call(getTenantDetails, { params: { tenantId } }, { signal, background: isQuiet }),
  })
}

export type TenantConsentFlow = ReturnType<typeof useTenantConsent>

/** The consent of the page's tenant; a dialog shows its success (specification section 4). */
export function useTenantConsent(tenantId: TenantId) {
  const [isSuccessShown, setIsSuccessShown] = useState<boolean>()
  const flow = useConsent({
    tenantId,
    popup: 'page',
    onSettled: ({ state }) => {
      if (state === 'succeeded') setIsSuccessShown(true)
    },
  })
  return {
    ...flow,
    /** Undefined until the first success. */
    isSuccessShown,
    closeSuccess: () => setIsSuccessShown(false),
  }
}

/**
 * Returns whether consent or a refresh brought full access while the page is open. After a consent
 * (`hasConsented`), the stored failure is from before it.
 */
export function useAccessGained(tenant: TenantListItem | undefined, hasConsented: boolean) {
  const [wasLacking, setWasLacking] = useState(false)
  const isLacking = tenant !== undefined && (tenant.accessLevel === 'limited' || isRefused(tenant))
  if (isLacking && !wasLacking) setWasLacking(true)
  return wasLacking && tenant?.accessLevel === 'full' && (hasConsented || !isRefused(tenant))
}

/** Returns whether the last attempt to read the tenant was refused. */
export function isRefused({ failure }: TenantListItem): boolean {
  return failure?.code === 'CONSENT_REQUIRED' || failure?.code === 'PERMISSION_MISSING'
}
