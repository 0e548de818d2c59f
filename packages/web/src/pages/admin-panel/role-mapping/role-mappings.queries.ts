import { queryOptions } from '@tanstack/react-query'
import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
} from '@tenantscope/contract/role-mappings'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'

import { call } from '../../../lib/api.ts'

export const roleMappingsQuery = queryOptions({
  queryKey: ['role-mappings'],
  queryFn: ({ signal }) => call(getRoleMappings, {}, { signal }),
  staleTime: 0,
})

export const directoryRolesQuery = queryOptions({
  queryKey: ['directory-roles'],
  queryFn: ({ signal }) => call(listDirectoryRoles, {}, { signal }),
})

/** The role preview by these mappings, saved or not. */
export const outcomesQuery = (mappings: readonly RoleMapping[], version: number) =>
  queryOptions({
    queryKey: ['role-outcomes', version, mappings],
    queryFn: ({ signal }) =>
      call(previewRoleMappings, { body: { mappings: [...mappings] } }, { signal }),
    staleTime: 0,
  })
