import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@tenantscope/contract/audit'

import { tenantListQuery } from '../../../lib/tenant-list.ts'

/** What the tenants in the entries are called; null while that is being read. */
export function useTenantNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> | null {
  const tenants = useQuery({
    ...tenantListQuery({ isQuiet: true }),
    enabled: entries.some(({ type }) => type === 'access'),
  })
  if (tenants.isLoading) return null
  return new Map(tenants.data?.tenants.map(({ id, displayName }) => [id, displayName]))
}
