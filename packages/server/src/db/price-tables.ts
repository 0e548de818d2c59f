import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantId } from '@tenantscope/contract/ids'
import type { PriceKind } from '@tenantscope/contract/prices'
import type { Generated } from 'kysely'

import type { Defaulted, Id } from './column-types.ts'

/** Prices, exchange rates and currencies that administrators entered. */
export interface PriceTables {
  licensePrices: {
    id: Generated<number>
    /** Lower case. */
    skuId: string
    /** Null: for all tenants. */
    tenantId: Id<TenantId> | null
    kind: PriceKind
    amountMinor: number
    currency: CurrencyCode
    /** Days; null is open. */
    validFrom: string | null
    validTo: string | null
    version: Defaulted<number>
    /** Null: an upgrade. */
    changedBy: string | null
    changedAt: Date
  }
  exchangeRates: {
    currency: CurrencyCode
    validFrom: string
    unitsPerUsd: number
    changedBy: string
    changedAt: Date
  }
  tenantCurrencies: { tenantId: Id<TenantId>; currency: CurrencyCode }
  priceSettings: {
    id: Defaulted<number>
    currency: Defaulted<CurrencyCode>
    revision: Defaulted<string>
    version: Defaulted<number>
    changedBy: string | null
    changedAt: Date | null
  }
}
