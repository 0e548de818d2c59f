import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { CurrencyCode, ExchangeRate } from '@tenantscope/contract/currencies'
import type { Price, PriceSource } from '@tenantscope/contract/savings'

import { createExchange } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { listPriceOf } from './license-prices.ts'

/** A customer price of a SKU with the days on which it applies, both included; null is open. */
export interface CustomerPrice {
  /** Lower case. */
  readonly skuId: string
  /** Null: for all tenants. */
  readonly tenantId: string | null
  /** Per seat and month. */
  readonly monthly: number
  readonly currency: CurrencyCode
  readonly validFrom: string | null
  readonly validTo: string | null
}

/** What administrators entered about money; plain data, so that threads can receive it. */
export interface PriceFacts {
  /** Of tenants without one of their own, and of sums over tenants. */
  readonly currency: CurrencyCode
  readonly currencies: readonly { readonly tenantId: string; readonly currency: CurrencyCode }[]
  readonly customerPrices: readonly CustomerPrice[]
  readonly rates: readonly ExchangeRate[]
}

/** What concerns one tenant; null: no tenant, for which the prices for all tenants apply. */
export interface TenantPriceFacts extends PriceFacts {
  readonly tenantId: string | null
}

/** Before an administrator entered anything: list prices, in USD. */
export const NO_PRICES: TenantPriceFacts = {
  tenantId: null,
  currency: LIST_CURRENCY,
  currencies: [],
  customerPrices: [],
  rates: [],
}

/** The price of a SKU, in the currency of a tenant. */
export interface KnownPrice {
  /** Null when the price is unknown or a rate is missing. */
  readonly price: Price | null
  /** The currencies without a rate, for which the price is left out. */
  readonly missingRates?: CurrencyCode[]
  /** True when an administrator entered a price above zero. */
  readonly isCharged: boolean
}

/** The prices of one tenant on one day. */
export interface TenantPrices {
  readonly currency: CurrencyCode
  readonly priceOf: (skuId: string) => KnownPrice
}

/** The prices of all tenants on one day. */
export interface PriceBook {
  /** The currency of sums over tenants. */
  readonly currency: CurrencyCode
  readonly exchange: Exchange
  /** Null: the prices for all tenants, in the currency of sums. */
  readonly of: (tenantId: string | null) => TenantPrices
}

/**
 * Returns the price book of a time. The customer price of the tenant comes first, then the one for all
 * tenants, then the list price; a rate of the administrators converts it into the tenant's currency.
 */
export function priceBookOf(facts: PriceFacts, now: Date): PriceBook {
  const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length)
  const exchange = createExchange(facts.rates, day)
  const currencyById = new Map(facts.currencies.map((each) => [each.tenantId, each.currency]))
  const priceByKey = new Map(
    facts.customerPrices
      .filter((price) => isValidOn(price, day))
      .map((price) => [keyOf(price.skuId, price.tenantId), price]),
  )
  return {
    currency: facts.currency,
    exchange,
    of(tenantId) {
      const ofTenant = tenantId === null ? undefined : currencyById.get(tenantId)
      const currency = ofTenant ?? facts.currency
      return {
        currency,
        priceOf(skuId) {
          const key = skuId.toLowerCase()
          const own = tenantId === null ? undefined : priceByKey.get(keyOf(key, tenantId))
          const entered = own ?? priceByKey.get(keyOf(key, null))
          const basis = entered ?? listPriceOf(skuId, now)
          if (basis === null) return { price: null, isCharged: false }
          const source = own ? 'tenant' : entered ? 'own' : 'list'
          return {
            ...convertedPrice(basis, { source, currency, exchange }),
            isCharged: entered !== undefined && entered.monthly > 0,
          }
        },
      }
    },
  }
}

const keyOf = (skuId: string, tenantId: string | null): string => `${tenantId ?? ''} ${skuId}`

/** True when a price applies on the day. */
export const isValidOn = (
  { validFrom, validTo }: Pick<CustomerPrice, 'validFrom' | 'validTo'>,
  day: string,
): boolean => (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day)

function convertedPrice(
  { monthly, currency: from }: Pick<CustomerPrice, 'monthly' | 'currency'>,
  asked: { source: PriceSource; currency: CurrencyCode; exchange: Exchange },
): Omit<KnownPrice, 'isCharged'> {
  const { source, currency, exchange } = asked
  if (from === currency) return { price: { monthly, currency, source } }
  const converted = exchange.convert(monthly, from, currency)
  const { rates, missing } = exchange.ratesBetween(from, currency)
  if (converted === null) return { price: null, missingRates: missing }
  const convertedFrom = { monthly, currency: from, rates }
  return { price: { monthly: converted, currency, source, convertedFrom } }
}
