import { TenantId } from '@tenantscope/contract/ids'
import { PriceKind, PriceState } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'
import { z } from 'zod'

import { folded } from '../../lib/find-tenants.ts'

/** The view, as the address contains it. Unknown values are ignored. */
export const PricesSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  /** 'all': the prices for all tenants. */
  tenant: z
    .union([TenantId, z.literal('all')])
    .optional()
    .catch(undefined),
  kind: PriceKind.optional().catch(undefined),
  /** Absent: those of today and later. */
  state: z
    .enum([...PriceState.options, 'any'])
    .optional()
    .catch(undefined),
})
export type PricesSearch = z.infer<typeof PricesSearch>

export const isFiltered = ({ q, tenant, kind, state }: PricesSearch): boolean =>
  Boolean(q || tenant || kind || state)

/** Returns the rows of the table, in the order of the list. */
export function shownPrices(
  prices: readonly LicensePrice[],
  { q = '', tenant, kind, state }: PricesSearch,
): readonly LicensePrice[] {
  const wanted = folded(q.trim())
  return prices.filter(
    (price) =>
      isOfState(price, state) &&
      (kind === undefined || price.kind === kind) &&
      (tenant === undefined || (price.tenantId ?? 'all') === tenant) &&
      (wanted === '' || textOf(price).includes(wanted)),
  )
}

function isOfState(price: LicensePrice, state: PricesSearch['state']): boolean {
  if (state === 'any') return true
  return state === undefined ? price.state !== 'past' : price.state === state
}

const textOf = ({ displayName, skuId, tenantName }: LicensePrice): string =>
  folded([displayName, skuId, tenantName ?? ''].join('\n'))
