import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
  saveRoleMappings,
} from '@tenantscope/contract/role-mappings'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { ApiError, userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toasts.ts'

export const roleMappingsQuery = queryOptions({
  queryKey: ['role-mappings'],
  queryFn: ({ signal }) => call(getRoleMappings, {}, { signal }),
  staleTime: 0,
})

export const directoryRolesQuery = queryOptions({
  queryKey: ['directory-roles'],
  queryFn: ({ signal }) => call(listDirectoryRoles, {}, { signal }),
})

/** Who would get what by these mappings, saved or not; asked anew after each change. */
export const outcomesQuery = (mappings: readonly RoleMapping[], version: number) =>
  queryOptions({
    queryKey: ['role-outcomes', version, mappings],
    queryFn: ({ signal }) =>
      call(previewRoleMappings, { body: { mappings: [...mappings] } }, { signal }),
    staleTime: 0,
  })

/** Every change sends the whole list again (specification section 7, Admin). */
export function useSaveMappings() {
  const client = useQueryClient()
  const { run, dialog } = useFreshSignIn()
  const save = useMutation({
    mutationFn: (body: { mappings: RoleMapping[]; version: number }) =>
      run(() => call(saveRoleMappings, { body })),
    onSuccess: (saved) => client.setQueryData(roleMappingsQuery.queryKey, saved),
    // A conflict is told above the table, with the way out of it.
    onError: (error) => {
      if (isConflict(error)) return
      showToast({ intent: 'error', title: 'Update Failed', text: userMessageOf(error) })
    },
  })
  return { save, dialog }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409
