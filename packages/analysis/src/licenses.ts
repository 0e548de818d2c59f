import type {
  LicenseSummary,
  LicenseType,
  TenantLicense,
  UtilizationLabel,
} from '@tenantscope/contract/licenses'

import { productNameOf } from './license-catalog.ts'
import { licenseTypeOf } from './license-type.ts'

/** A subscribed SKU as stored: Microsoft's numbers of seats by state. */
interface SkuSeats {
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

/** Judges one SKU of a tenant: name, type, usable seats and how well they are used. */
export function describeLicense(sku: SkuSeats): TenantLicense {
  const usable = usableSeats(sku)
  const productName = productNameOf(sku)
  const licenseType = licenseTypeOf({ ...sku, productName })
  const isPaid = countsAsPaid(licenseType, sku.appliesTo)
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber,
    productName,
    licenseType,
    appliesTo: sku.appliesTo,
    capabilityStatus: sku.capabilityStatus,
    consumedUnits: sku.consumedUnits,
    enabledUnits: usable,
    availableUnits: Math.max(0, usable - sku.consumedUnits),
    prepaidUnits: {
      enabled: sku.enabledUnits,
      warning: sku.warningUnits,
      suspended: sku.suspendedUnits,
      lockedOut: sku.lockedOutUnits,
    },
    servicePlans: sku.servicePlans.map(({ servicePlanName }) => ({ servicePlanName })),
    countsAsPaid: isPaid,
    // A million free seats are no waste: utilization is judged of paid seats only.
    utilizationPercent:
      isPaid && usable > 0 ? Math.round((sku.consumedUnits / usable) * 100) : null,
    utilization: isPaid ? utilizationLabel(sku.consumedUnits, usable) : null,
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
  if (assigned >= usable * 0.8) return 'Well Utilized'
  return assigned >= usable * 0.5 ? 'Some Waste' : 'High Waste'
}

/** Seats in grace ('warning') still work; suspended and locked-out ones do not. */
function usableSeats({ enabledUnits, warningUnits }: SkuSeats): number {
  return Math.max(0, enabledUnits) + Math.max(0, warningUnits)
}

function countsAsPaid(licenseType: LicenseType, appliesTo: string | null): boolean {
  return licenseType !== 'free' && appliesTo?.toLowerCase() !== 'company'
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
