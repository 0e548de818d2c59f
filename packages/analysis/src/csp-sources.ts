import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { AccessMethod } from '@tenantscope/contract/tenants'

import type { HeldSkus } from './held-skus.ts'
import type { SkuChoice, SkuSeats } from './licenses.ts'
import type { TenantPrices } from './prices.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

export interface Purchase extends SubscriptionFacts {
  readonly skuPartNumber: string | null
}

/** The sources of a tenant's licenses; null for a source that could not be read. */
export interface LicenseSources {
  readonly subscribedSkus: readonly SkuSeats[] | null
  readonly subscriptions: readonly Purchase[] | null
  readonly heldSkus: HeldSkus | null
  readonly endpointsTested: readonly TestedEndpoint[]
  /** Choices of administrators, by SKU id in lower case; hidden SKUs are left out of results. */
  readonly choices: ReadonlyMap<string, SkuChoice>
  readonly prices: Pick<TenantPrices, 'priceOf'>
  readonly accessMethod: AccessMethod
  readonly now: Date
}

/** One SKU, merged from all sources. */
export interface FoundSku {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly name: string
  /** Null when the SKU is not in the list of subscribed SKUs. */
  readonly sold: TenantLicense | null
  /** Seats of its active purchases; null without any. */
  readonly purchasedSeats: number | null
  /** Null when unknown. */
  readonly holders: number | null
  readonly foundIn: string
}
