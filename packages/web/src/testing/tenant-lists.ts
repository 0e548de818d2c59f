import { dataAgeOf } from '@tenantscope/analysis/data-age'
import type { listTenants, TenantListItem } from '@tenantscope/contract/tenants'
import type { z } from 'zod'

import { makeSavingsSummary } from './tenants.ts'

type TenantList = z.input<(typeof listTenants)['reply']>

/** The reply that lists these tenants. */
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
    // No data is outdated unless the test asks for it.
    dataAge: { ...dataAgeOf(tenants), refreshHours: 1_000_000 },
    isConnected: true,
    currentRun: null,
    ...changes,
  }
}

export const noTenants = listOf([])
