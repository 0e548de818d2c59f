import type { LicensedTenant } from '@tenantscope/contract/estate-licenses'
import { TenantGroupId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { orderOf } from '../../features/estate-licenses/order-in-address.ts'
import {
  Attention,
  compareFigures,
  costOf,
  needsAttention,
  orNone,
  wasteOf,
} from '../../features/estate-licenses/sku-figures.ts'

/** The columns that sort. The address contains their names. */
export const TenantColumn = z.enum([
  'name',
  'seats',
  'assigned',
  'unused',
  'removableSeats',
  'cost',
  'waste',
  'renewal',
])
export type TenantColumn = z.infer<typeof TenantColumn>

/** The view, as the address contains it. Unknown values are ignored. */
export const LicenseSearch = z.object({
  attention: Attention.optional().catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
  /** Absent: the most waste first. */
  by: TenantColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
})
export type LicenseSearch = z.infer<typeof LicenseSearch>

/** Returns the tenants of the table, in its order. */
export function shownTenants(
  tenants: readonly LicensedTenant[],
  view: LicenseSearch,
): readonly LicensedTenant[] {
  const { by, isDescending } = orderOf(view)
  return tenants
    .filter((tenant) => needsAttention(tenant, view.attention))
    .toSorted((a, b) =>
      by === 'name'
        ? byName(a, b) * (isDescending ? -1 : 1)
        : compareFigures(FIGURES[by](a), FIGURES[by](b), isDescending) || byName(a, b),
    )
}

const names = new Intl.Collator('en', { numeric: true })

const byName = (a: LicensedTenant, b: LicensedTenant): number =>
  names.compare(a.displayName, b.displayName) || names.compare(a.tenantId, b.tenantId)

const FIGURES: Readonly<
  Record<
    Exclude<TenantColumn, 'name'>,
    (tenant: LicensedTenant) => Parameters<typeof compareFigures>[0]
  >
> = {
  seats: ({ seats }) => seats,
  assigned: ({ assigned }) => assigned,
  unused: ({ unused }) => orNone(unused),
  removableSeats: ({ removableSeats }) => orNone(removableSeats),
  // Tenants may have different currencies.
  cost: (tenant) => costOf({ ...tenant, ...tenant.inTotals }),
  waste: (tenant) => wasteOf({ ...tenant, ...tenant.inTotals }),
  renewal: ({ subscriptions }) => {
    const first = subscriptions?.[0]?.endsAt ?? null
    return first === null ? null : Date.parse(first)
  },
}
