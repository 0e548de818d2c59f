import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type {
  LicenseKind,
  LicenseSummary,
  LicenseType,
  TenantLicense,
  UtilizationLabel,
} from '@tenantscope/contract/licenses'
import type { LicenseSavings } from '@tenantscope/contract/savings'

import { productNameOf } from './license-catalog.ts'
import { issuesOf } from './license-issues.ts'
import { kindInTenant, licenseKindOf } from './license-kind.ts'
import { friendlyNameOf } from './license-names.ts'
import type { TenantPrices } from './prices.ts'
import { savingsOf } from './savings.ts'
import type { HolderCounts } from './savings.ts'
import { liveSubscriptions, renewalsOf } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

/** A stored subscribed SKU with Microsoft's seat counts by state. */
export interface SkuSeats {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly appliesTo: string | null
  readonly capabilityStatus: string
  readonly consumedUnits: number
  readonly enabledUnits: number
  readonly warningUnits: number
  readonly suspendedUnits: number
  readonly lockedOutUnits: number
  readonly servicePlans: readonly { readonly servicePlanName: string }[]
}

/**
 * An administrator's choices for a SKU and its discovery dates, as ISO texts: one choice is shown for
 * every tenant. Keyed by SKU id in lower case.
 */
export interface SkuChoice {
  readonly friendlyName: string | null
  /** The name given when the SKU was added manually. */
  readonly productName: string | null
  /** Null when the type is computed. */
  readonly ownType: LicenseType | null
  readonly isVisible: boolean
  readonly firstDiscovered: string
  readonly lastSeen: string
}

/** What a SKU's type, utilization and savings depend on, besides its seats. */
export interface LicenseContext {
  /** Absent for a SKU that is not in the administrators' list yet. */
  readonly choice?: SkuChoice | undefined
  /** Null when users could not be read; absent when no user holds the SKU. */
  readonly holders?: HolderCounts | null | undefined
  readonly spare?: { readonly seats: number; readonly reason: string } | undefined
  /** All subscriptions of the tenant; those of other SKUs are ignored. */
  readonly subscriptions: readonly SubscriptionFacts[]
  readonly prices: Pick<TenantPrices, 'priceOf'>
  readonly now: Date
}

/** Computes one SKU of a tenant: name, type, usable seats, utilization and savings. */
export function describeLicense(sku: SkuSeats, context: LicenseContext): TenantLicense {
  const usable = usableSeats(sku)
  const productName = productNameOf(sku, context.choice?.productName)
  const { isCharged, ...priced } = context.prices.priceOf(sku.skuId)
  const { price } = priced
  const { ownType = null } = context.choice ?? {}
  const productKind = licenseKindOf({ ...sku, productName }, { ownType, isCharged })
  const { licenseType } = LICENSE_KINDS[productKind]
  const purchases = purchasesOf(sku, context)
  const { subscriptions } = purchases
  const { appliesTo, consumedUnits: assigned } = sku
  const kind = kindInTenant(productKind, { appliesTo, usable, assigned, subscriptions })
  const { inSeats, inCost, inWaste } = LICENSE_KINDS[kind]
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber,
    productName,
    ...chosenOf(sku, productName, context.choice),
    licenseType,
    appliesTo,
    capabilityStatus: sku.capabilityStatus,
    ...unitsOf(sku, usable),
    servicePlans: sku.servicePlans.map(({ servicePlanName }) => ({ servicePlanName })),
    kind,
    countsAsPaid: inSeats,
    boughtSeats: inCost ? Math.max(0, usable - purchases.trialSeats) : null,
    issues: issuesOf({ ...sku, kind, usable }, context.subscriptions),
    renewals: renewalsOf(subscriptions, context.now),
    ...priced,
    ...(inSeats
      ? utilizationOf(assigned, usable)
      : { utilizationPercent: null, utilization: null }),
    savings: inWaste ? judgedSavings(sku, { ...context, ...purchases, usable, price }) : null,
  }
}

/** Sums paid seats (decisions.md, Licenses); over-allocation of one SKU never offsets unused seats of another. */
export function summarizeLicenses(licenses: readonly TenantLicense[]): LicenseSummary {
  const paid = licenses.filter((license) => license.countsAsPaid)
  const count = (asked: LicenseKind) => licenses.filter(({ kind }) => kind === asked).length
  return {
    totalLicenses: sum(paid, (license) => license.enabledUnits),
    consumedLicenses: sum(paid, (license) => license.consumedUnits),
    availableLicenses: sum(paid, (license) => license.availableUnits),
    seatsBeyond: sum(paid, ({ consumedUnits, enabledUnits }) =>
      Math.max(0, consumedUnits - enabledUnits),
    ),
    totalSkus: licenses.length,
    paidSkus: paid.length,
    freeSkus: count('free'),
    trialSkus: count('trial'),
    selfServiceSkus: count('self-service'),
    deviceSkus: count('device'),
    companyWideSkus: count('company-wide'),
    unknownSkus: count('unknown'),
  }
}

/** Returns the label of assigned over usable seats (specification section 4, exact bounds in decisions.md). */
export function utilizationLabel(assigned: number, usable: number): UtilizationLabel | null {
  if (usable <= 0) return assigned > 0 ? 'In use without entitlement' : null
  if (assigned > usable) return 'Overallocated'
  if (assigned === usable) return 'Fully Utilized'
  if (assigned * 100 >= usable * 80) return 'Well Utilized'
  return assigned * 100 >= usable * 50 ? 'Some Waste' : 'High Waste'
}

/** Returns the administrator's choices, or the defaults. */
function chosenOf(sku: SkuSeats, productName: string, choice: SkuChoice | undefined) {
  const friendlyName = friendlyNameOf(sku, choice?.friendlyName)
  return {
    friendlyName,
    displayName: friendlyName ?? productName,
    isVisible: choice?.isVisible ?? true,
    firstDiscovered: choice?.firstDiscovered ?? null,
    lastSeen: choice?.lastSeen ?? null,
  }
}

function utilizationOf(assigned: number, usable: number) {
  return {
    utilizationPercent: usable > 0 ? Math.round((assigned / usable) * 100) : null,
    utilization: utilizationLabel(assigned, usable),
  }
}

function unitsOf(sku: SkuSeats, usable: number) {
  return {
    consumedUnits: sku.consumedUnits,
    enabledUnits: usable,
    availableUnits: Math.max(0, usable - sku.consumedUnits),
    prepaidUnits: {
      enabled: sku.enabledUnits,
      warning: sku.warningUnits,
      suspended: sku.suspendedUnits,
      lockedOut: sku.lockedOutUnits,
    },
  }
}

/** Returns the active subscriptions of the SKU and the number of its seats that come from trials. */
function purchasesOf(sku: SkuSeats, { subscriptions }: LicenseContext) {
  const skuId = sku.skuId.toLowerCase()
  const own = liveSubscriptions(subscriptions.filter((each) => each.skuId.toLowerCase() === skuId))
  const trials = own.filter(({ isTrial }) => isTrial === true)
  return {
    subscriptions: own,
    trialSeats: sum(trials, ({ totalLicenses }) => Math.max(0, totalLicenses)),
  }
}

function judgedSavings(
  { consumedUnits }: SkuSeats,
  judged: LicenseContext & Pick<Parameters<typeof savingsOf>[0], 'usable' | 'trialSeats' | 'price'>,
): LicenseSavings {
  const { holders = NO_HOLDERS, spare = NONE_KEPT } = judged
  return savingsOf({ ...judged, assigned: consumedUnits, holders, spare })
}

const NO_HOLDERS: HolderCounts = { holders: 0, blockedHolders: 0, guestHolders: 0 }
const NONE_KEPT = { seats: 0, reason: null }

/** Seats in the grace period ('warning') are usable; suspended and locked-out ones are not. */
function usableSeats({ enabledUnits, warningUnits }: SkuSeats): number {
  return Math.max(0, enabledUnits) + Math.max(0, warningUnits)
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
