import { describeLicense } from '@tenantscope/analysis/licenses'
import type { SkuChoice, SkuSeats } from '@tenantscope/analysis/licenses'
import type { TenantPrices } from '@tenantscope/analysis/prices'
import type { Subscription } from '@tenantscope/analysis/renewals'
import type { SumCurrency } from '@tenantscope/analysis/sum-currency'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantLicense } from '@tenantscope/contract/licenses'

/** A SKU of one generation with its holder counts. */
export interface SeatRow extends SkuSeats {
  /** All three are null when it has no holder. */
  readonly holders: number | null
  readonly blockedHolders: number | null
  readonly guestHolders: number | null
}

/** The licenses of a tenant in one generation. */
export interface ReadSeats {
  readonly skus: readonly SeatRow[]
  readonly subscriptions: readonly Subscription[]
}

/** Returns the seats of the SKUs for which `isAsked` holds, by their ids in lower case. */
export function seatsOfSkus(
  { skus, subscriptions }: ReadSeats,
  isAsked: (skuKey: string) => boolean,
): ReadSeats {
  const isOfAsked = ({ skuId }: { skuId: string }) => isAsked(skuId.toLowerCase())
  return { skus: skus.filter(isOfAsked), subscriptions: subscriptions.filter(isOfAsked) }
}

/** The facts from which a tenant's licenses are evaluated. */
export interface TenantSeats extends ReadSeats {
  /** Null holder counts mean zero only if the users could be read. */
  readonly hasPeople: boolean
  /** An Inactive tenant has no savings and no license problems: nothing can be done about them. */
  readonly isInactive: boolean
  /** Seats that are kept on purpose, by SKU id in lower case. */
  readonly spareSeats: readonly { skuId: string; seats: number; reason: string }[]
}

/** Settings for evaluating seats; they change between refreshes. */
export interface Judgement {
  /** By SKU id in lower case. */
  readonly choices: ReadonlyMap<string, SkuChoice>
  /** Of the tenant. */
  readonly prices: TenantPrices
  /** What sums over tenants are in. */
  readonly totals: SumCurrency
  readonly now: Date
}

export interface JudgedLicenses {
  /** The licenses that no administrator has hidden. */
  readonly visible: TenantLicense[]
  readonly hiddenLicenses: number
  /** Of all amounts of the licenses. */
  readonly currency: CurrencyCode
  readonly totals: SumCurrency
}

/** Evaluates every SKU of a tenant. Hidden ones are only counted, never returned or added up. */
export function judgeLicenses(
  { skus, subscriptions, spareSeats, hasPeople, isInactive }: TenantSeats,
  { choices, prices, totals, now }: Judgement,
): JudgedLicenses {
  const spareById = new Map(spareSeats.map((spare) => [spare.skuId, spare]))
  const boughtById = Map.groupBy(subscriptions, ({ skuId }) => skuId.toLowerCase())
  const all = skus.map((sku) => {
    const key = sku.skuId.toLowerCase()
    return describeLicense(sku, {
      choice: choices.get(key),
      holders: hasPeople ? holdersOf(sku) : null,
      spare: spareById.get(key),
      subscriptions: boughtById.get(key) ?? [],
      prices,
      now,
    })
  })
  const visible = all.filter(({ isVisible }) => isVisible)
  return {
    visible: isInactive ? visible.map(withoutFindings) : visible,
    hiddenLicenses: all.length - visible.length,
    currency: prices.currency,
    totals,
  }
}

const withoutFindings = (license: TenantLicense): TenantLicense => ({
  ...license,
  savings: null,
  issues: [],
})

function holdersOf({ holders, blockedHolders, guestHolders }: SeatRow) {
  if (holders === null || blockedHolders === null || guestHolders === null) return undefined
  return { holders, blockedHolders, guestHolders }
}
