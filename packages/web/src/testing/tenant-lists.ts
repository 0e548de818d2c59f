import type { listTenants, TenantListItem } from '@tenantscope/contract/tenants'
import type { z } from 'zod'

import { makeSavingsSummary } from './tenants.ts'

type TenantList = z.input<(typeof listTenants)['reply']>

/** The answer that lists these tenants. */
export function listOf(
  tenants: readonly TenantListItem[],
  changes: Partial<TenantList> = {},
): TenantList {
  const count = (status: TenantListItem['status']) =>
    tenants.filter((tenant) => tenant.status === status).length
  return {
    tenants: [...tenants],
    total: tenants.length,
    stats: {
      totalTenants: tenants.length,
      activeTenants: count('Active'),
      pendingTenants: count('Pending'),
      inactiveTenants: count('Inactive'),
    },
    savings: makeSavingsSummary(),
    isConnected: true,
    currentRun: null,
    ...changes,
  }
}

export const noTenants = listOf([])
