import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  createTenantGroup,
  deleteTenantGroup,
  saveTenantGroup,
} from '@tenantscope/contract/tenant-groups'
import type { TenantGroup, TenantGroupInput } from '@tenantscope/contract/tenant-groups'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { TENANT_LIST } from '../../lib/tenant-data.ts'
import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'
import { showToast } from '../../lib/toasts.ts'

/** Makes a group (null), or changes one that nobody else has changed meanwhile. */
export function useSaveGroup(group: TenantGroup | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: TenantGroupInput) =>
      group === null
        ? call(createTenantGroup, { body: input })
        : call(saveTenantGroup, {
            params: { groupId: group.id },
            body: { ...input, version: group.version },
          }),
    onSuccess: async ({ name }) => {
      await showAnew(client)
      showToast({ intent: 'success', title: 'Group Saved', text: `${name} is saved.` })
    },
  })
}

/** Deletes a group; the server says how many people lose tenants by it. */
export function useDeleteGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: TenantGroup) => call(deleteTenantGroup, { params: { groupId: id } }),
    onSuccess: async ({ message }) => {
      await showAnew(client)
      showToast({ intent: 'success', title: 'Group Deleted', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Delete Failed', text: userMessageOf(error) })
      // Somebody may have deleted it meanwhile.
      return showAnew(client)
    },
  })
}

/** The groups, and the tenants that say which hold them. */
async function showAnew(client: QueryClient): Promise<void> {
  await Promise.all(
    [tenantGroupsQuery.queryKey, [TENANT_LIST]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
