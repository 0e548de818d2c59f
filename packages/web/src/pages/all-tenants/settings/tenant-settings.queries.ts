import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenantLicenses } from '@tenantscope/contract/licenses'
import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'
import type { TenantSettings } from '@tenantscope/contract/tenant-settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { expireTenantData } from '../../../features/refresh/expire-tenant-data.ts'
import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../../../lib/tenant-data.ts'
import { showToast } from '../../../lib/toasts.ts'

/** Reads the settings each time that the dialog opens, so that the latest ones are edited. */
export function tenantSettingsQuery(tenantId: TenantId) {
  return queryOptions({
    queryKey: ['tenant-settings', tenantId],
    queryFn: ({ signal }) => call(getTenantSettings, { params: { tenantId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Reads the licenses for which seats can be kept. */
export function tenantLicensesQuery(tenantId: TenantId) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, tenantId, 'licenses'],
    queryFn: ({ signal }) => call(listTenantLicenses, { params: { tenantId } }, { signal }),
  })
}

/** Saves alias, tags and spare seats, and reads the visible data again before the toast. */
export function useSaveSettings({ id, directoryName }: TenantListItem) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { settings: TenantSettings; version: number }) =>
      call(saveTenantSettings, { params: { tenantId: id }, body }),
    onSuccess: async ({ settings }) => {
      await rereadTenants(client)
      showToast({
        intent: 'success',
        title: 'Settings saved',
        text: `The settings of ${settings.alias ?? directoryName} are saved.`,
      })
    },
  })
}

/** Stops or continues the reading of a tenant. */
export function useSetReading({ id, displayName }: TenantListItem, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isStopped: boolean) =>
      call(setTenantReading, { params: { tenantId: id }, body: { isStopped } }),
    onSuccess: async ({ isReadingStopped }) => {
      client.setQueryData(
        tenantSettingsQuery(id).queryKey,
        (stored) => stored && { ...stored, isReadingStopped },
      )
      await rereadTenants(client)
      showToast({
        intent: 'success',
        title: isReadingStopped ? 'Reading stopped' : 'Reading again',
        text: isReadingStopped
          ? `${displayName} is no longer read. Its last data is kept.`
          : `${displayName} is read again with the next refresh.`,
      })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Update Failed', text: userMessageOf(error) }),
    onSettled,
  })
}

/** Marks all tenant data as old and reads the visible data again. */
async function rereadTenants(client: QueryClient): Promise<void> {
  expireTenantData(client, 0)
  await Promise.all(
    [TENANT_LIST, TENANT_PERMISSIONS].map((key) => client.refetchQueries({ queryKey: [key] })),
  )
}
