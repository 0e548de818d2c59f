import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { AccessMethod } from '@tenantscope/contract/tenants'

import type { HeldSkus } from './held-skus.ts'
import type { SkuChoice, SkuSeats } from './licenses.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

export interface Purchase extends SubscriptionFacts {
  readonly skuPartNumber: string | null
}

/** Everything that tells of a tenant's licenses; null for a source that gave no answer. */
export interface LicenseSources {
  readonly subscribedSkus: readonly SkuSeats[] | null
  readonly subscriptions: readonly Purchase[] | null
  readonly heldSkus: HeldSkus | null
  readonly endpointsTested: readonly TestedEndpoint[]
  /** The administrators', by SKU id in lower case: hidden SKUs are left out. */
  readonly choices: ReadonlyMap<string, SkuChoice>
  readonly accessMethod: AccessMethod
  readonly now: Date
}

/** One SKU as all sources together know it. */
export interface FoundSku {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly name: string
  /** Absent from the list of subscribed SKUs: null. */
  readonly sold: TenantLicense | null
  /** Seats of its live purchases; null: there are none. */
  readonly purchasedSeats: number | null
  /** Null: nobody knows. */
  readonly holders: number | null
  readonly foundIn: string
}
