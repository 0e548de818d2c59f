import type {
  LicenseSummary,
  LicenseType,
  TenantLicense,
  UtilizationLabel,
} from '@tenantscope/contract/licenses'
import type { LicenseSavings } from '@tenantscope/contract/savings'

import { productNameOf } from './license-catalog.ts'
import { friendlyNameOf } from './license-names.ts'
import { priceOf } from './license-prices.ts'
import { licenseTypeOf } from './license-type.ts'
import { savingsOf } from './savings.ts'
import type { HolderCounts } from './savings.ts'
import { liveSubscriptions } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

/** A subscribed SKU as stored: Microsoft's numbers of seats by state. */
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

/** What an administrator says of a SKU, and since when it is known; looked up by its id in lower case. */
export interface SkuChoice {
  readonly friendlyName: string | null
  /** The name that a SKU was added by hand with. */
  readonly productName: string | null
  /** Null: its type is judged. */
  readonly ownType: LicenseType | null
  readonly isVisible: boolean
  /** Null: the list price counts. */
  readonly monthlyPriceCents: number | null
  readonly firstDiscovered: Date
  readonly lastSeen: Date
}

/** What a SKU of a tenant is judged by, beside its seats. */
export interface LicenseContext {
  /** Absent for a SKU that no administrator's list knows yet. */
  readonly choice?: SkuChoice | undefined
  /** Null: the people could not be read; absent: nobody holds it. */
  readonly holders?: HolderCounts | null | undefined
  readonly spare?: { readonly seats: number; readonly reason: string } | undefined
  /** The tenant's; those of other SKUs are passed over. */
  readonly subscriptions: readonly SubscriptionFacts[]
  readonly now: Date
}

/** Judges one SKU of a tenant: name, type, usable seats, how well they are used and what could be saved. */
export function describeLicense(sku: SkuSeats, context: LicenseContext): TenantLicense {
  const usable = usableSeats(sku)
  const productName = productNameOf(sku, context.choice?.productName)
  const licenseType = licenseTypeOf({ ...sku, productName }, context.choice?.ownType ?? null)
  const purchases = purchasesOf(sku, context)
  const isPaid = countsAsPaid(licenseType, sku.appliesTo) && !purchases.areAllTrials
  const price = priceOf(sku.skuId, {
    monthlyPriceCents: context.choice?.monthlyPriceCents ?? null,
    now: context.now,
  })
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber,
    productName,
    ...chosenOf(sku, productName, context.choice),
    licenseType,
    appliesTo: sku.appliesTo,
    capabilityStatus: sku.capabilityStatus,
    ...unitsOf(sku, usable),
    servicePlans: sku.servicePlans.map(({ servicePlanName }) => ({ servicePlanName })),
    countsAsPaid: isPaid,
    price,
    // A million free seats are no waste: utilization and savings are judged of paid seats only.
    ...(isPaid
      ? {
          ...utilizationOf(sku.consumedUnits, usable),
          savings: judgedSavings(sku, { ...context, ...purchases, usable, price }),
        }
      : { utilizationPercent: null, utilization: null, savings: null }),
  }
}

/** Totals over paid seats (decisions.md, Licenses); one SKU's surplus never hides another's waste. */
export function summarizeLicenses(licenses: readonly TenantLicense[]): LicenseSummary {
  const paid = licenses.filter((license) => license.countsAsPaid)
  return {
    totalLicenses: sum(paid, (license) => license.enabledUnits),
    consumedLicenses: sum(paid, (license) => license.consumedUnits),
    availableLicenses: sum(paid, (license) => license.availableUnits),
    totalSkus: licenses.length,
    paidSkus: paid.length,
  }
}

/** Assigned over usable seats (specification section 4 with the exact bounds of decisions.md). */
export function utilizationLabel(assigned: number, usable: number): UtilizationLabel | null {
  if (usable <= 0) return assigned > 0 ? 'In use without entitlement' : null
  if (assigned > usable) return 'Overallocated'
  if (assigned === usable) return 'Fully Utilized'
  if (assigned * 100 >= usable * 80) return 'Well Utilized'
  return assigned * 100 >= usable * 50 ? 'Some Waste' : 'High Waste'
}

/** What the administrator says, or what holds where nobody said anything. */
function chosenOf(sku: SkuSeats, productName: string, choice: SkuChoice | undefined) {
  const friendlyName = friendlyNameOf(sku, choice?.friendlyName)
  return {
    friendlyName,
    displayName: friendlyName ?? productName,
    isVisible: choice?.isVisible ?? true,
    firstDiscovered: choice?.firstDiscovered.toISOString() ?? null,
    lastSeen: choice?.lastSeen.toISOString() ?? null,
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

/** The subscriptions behind the SKU, and how many of its usable seats are a trial's. */
function purchasesOf(sku: SkuSeats, { subscriptions }: LicenseContext) {
  const skuId = sku.skuId.toLowerCase()
  const own = liveSubscriptions(subscriptions.filter((each) => each.skuId.toLowerCase() === skuId))
  const trials = own.filter(({ isTrial }) => isTrial === true)
  return {
    subscriptions: own,
    trialSeats: sum(trials, ({ totalLicenses }) => Math.max(0, totalLicenses)),
    areAllTrials: own.length > 0 && trials.length === own.length,
  }
}

function judgedSavings(
  { consumedUnits }: SkuSeats,
  judged: LicenseContext & Pick<Parameters<typeof savingsOf>[0], 'usable' | 'trialSeats' | 'price'>,
): LicenseSavings {
  const { holders = NOBODY, spare = NONE_KEPT } = judged
  return savingsOf({ ...judged, assigned: consumedUnits, holders, spare })
}

const NOBODY: HolderCounts = { holders: 0, blockedHolders: 0, guestHolders: 0 }
const NONE_KEPT = { seats: 0, reason: null }

/** Seats in grace ('warning') still work; suspended and locked-out ones do not. */
function usableSeats({ enabledUnits, warningUnits }: SkuSeats): number {
  return Math.max(0, enabledUnits) + Math.max(0, warningUnits)
}

export function countsAsPaid(licenseType: LicenseType, appliesTo: string | null): boolean {
  return licenseType !== 'free' && appliesTo?.toLowerCase() !== 'company'
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
