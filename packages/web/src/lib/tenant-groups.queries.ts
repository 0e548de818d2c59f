import { queryOptions } from '@tanstack/react-query'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'

import { call } from './api.ts'

/** Reads the groups that contain tenants of the reader, by name; administrators see all. */
export const tenantGroupsQuery = queryOptions({
  queryKey: ['tenant-groups'],
  queryFn: async ({ signal }) => {
    const { groups } = await call(listTenantGroups, {}, { signal })
    return groups.toSorted((a, b) => byName.compare(a.name, b.name))
  },
})

const byName = new Intl.Collator('en', { numeric: true })
