import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { saveTenantSettings, setTenantReading } from '@tenantscope/contract/tenant-settings'
import type { TenantSettings } from '@tenantscope/contract/tenant-settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { expireTenantData } from '../../../features/refresh/expire-tenant-data.ts'
import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { TENANT_LIST, TENANT_PERMISSIONS } from '../../../lib/tenant-data.ts'
import { showToast } from '../../../lib/toasts.ts'
import { tenantSettingsQuery } from './tenant-settings.queries.ts'

/** Saves alias, tags and spare seats; what is on screen follows before anybody is told. */
export function useSaveSettings({ id, directoryName }: TenantListItem) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { settings: TenantSettings; version: number }) =>
      call(saveTenantSettings, { params: { tenantId: id }, body }),
    onSuccess: async ({ settings }) => {
      await showAnew(client)
      showToast({
        intent: 'success',
        title: 'Settings Saved',
        text: `The settings of ${settings.alias ?? directoryName} are saved.`,
      })
    },
  })
}

/** Stops the reading of a tenant, or lets it go on. */
export function useSetReading(
  { id, displayName }: TenantListItem,
  { onSettled }: { onSettled: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isStopped: boolean) =>
      call(setTenantReading, { params: { tenantId: id }, body: { isStopped } }),
    onSuccess: async ({ isReadingStopped }) => {
      client.setQueryData(
        tenantSettingsQuery(id).queryKey,
        (stored) => stored && { ...stored, isReadingStopped },
      )
      await showAnew(client)
      showToast({
        intent: 'success',
        title: isReadingStopped ? 'Reading Stopped' : 'Reading Again',
        text: isReadingStopped
          ? `${displayName} is not read any more; what was read last stays.`
          : `${displayName} is read again with the next refresh.`,
      })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Update Failed', text: userMessageOf(error) }),
    onSettled,
  })
}

/** Everything that shows tenants is old now, and what is on screen is read again. */
async function showAnew(client: QueryClient): Promise<void> {
  expireTenantData(client, 0)
  await Promise.all(
    [TENANT_LIST, TENANT_PERMISSIONS].map((key) => client.refetchQueries({ queryKey: [key] })),
  )
}
