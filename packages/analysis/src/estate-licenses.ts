import type {
  EstateLicense,
  EstateLicenseTotals,
  SkuFigures,
} from '@tenantscope/contract/estate-licenses'
import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'
import type {
  LicenseIssueKind,
  LicenseRenewal,
  LicenseSummary,
  TenantLicense,
} from '@tenantscope/contract/licenses'
import { CURRENCY } from '@tenantscope/contract/savings'
import type { SavingsSummary } from '@tenantscope/contract/savings'

import { summarizeLicenses } from './licenses.ts'
import { addSavings, centsOf, summarizeSavings } from './savings.ts'

/** Returns the figures of one SKU of a tenant. */
export function skuFiguresOf(license: TenantLicense): SkuFigures {
  const { countsAsPaid, savings, price, boughtSeats } = license
  const seatsOf = (kind: LicenseIssueKind) =>
    license.issues.find((issue) => issue.kind === kind)?.seats ?? 0
  return {
    seats: license.enabledUnits,
    assigned: license.consumedUnits,
    unused: countsAsPaid ? license.availableUnits : null,
    overAllocated: seatsOf('overallocated'),
    unentitled: seatsOf('unentitled'),
    inGrace: seatsOf('grace'),
    suspended: seatsOf('suspended'),
    removableSeats: savings?.removableSeats ?? null,
    monthlyCost:
      boughtSeats === null || price === null ? null : (boughtSeats * centsOf(price.monthly)) / 100,
    monthlyWaste: savings?.monthlyAmount ?? null,
  }
}

/** Adds figures of one SKU and one kind, which are known for both or for neither. */
function addFigures(a: SkuFigures, b: SkuFigures): SkuFigures {
  return {
    seats: a.seats + b.seats,
    assigned: a.assigned + b.assigned,
    unused: addKnown(a.unused, b.unused),
    overAllocated: a.overAllocated + b.overAllocated,
    unentitled: a.unentitled + b.unentitled,
    inGrace: a.inGrace + b.inGrace,
    suspended: a.suspended + b.suspended,
    removableSeats: addKnown(a.removableSeats, b.removableSeats),
    monthlyCost: addAmounts(a.monthlyCost, b.monthlyCost),
    monthlyWaste: addAmounts(a.monthlyWaste, b.monthlyWaste),
  }
}

function addKnown(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}

function addAmounts(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : (centsOf(one) + centsOf(other)) / 100
}

/** A SKU in the tenants where it has one kind. */
interface OfKind {
  readonly tenants: number
  readonly figures: SkuFigures
  readonly nextRenewal: LicenseRenewal | null
  readonly tenantsWithoutRenewals: number
}

const ofTenant = (
  { renewals }: TenantLicense,
  figures: SkuFigures,
  hasRenewals: boolean,
): OfKind => ({
  tenants: 1,
  figures,
  nextRenewal: renewals[0] ?? null,
  tenantsWithoutRenewals: hasRenewals ? 0 : 1,
})

const addOfKind = (a: OfKind, b: OfKind): OfKind => ({
  tenants: a.tenants + b.tenants,
  figures: addFigures(a.figures, b.figures),
  nextRenewal: earlierRenewal(a.nextRenewal, b.nextRenewal),
  tenantsWithoutRenewals: a.tenantsWithoutRenewals + b.tenantsWithoutRenewals,
})

interface Sku {
  readonly license: TenantLicense
  readonly byKind: Map<LicenseKind, OfKind>
}

/** Sums licenses tenant by tenant, so that a caller can pause between tenants. */
export function createLicenseSums() {
  const skus = new Map<string, Sku>()
  const seats = { totalLicenses: 0, consumedLicenses: 0, availableLicenses: 0 }
  const cost = { cents: 0, unpricedSeats: 0 }
  let savings: SavingsSummary = addSavings([])

  function addSku(license: TenantLicense, hasRenewals: boolean): void {
    const key = license.skuId.toLowerCase()
    const sku = skus.get(key) ?? { license, byKind: new Map<LicenseKind, OfKind>() }
    skus.set(key, sku)
    const { boughtSeats, price, kind } = license
    const figures = skuFiguresOf(license)
    if (figures.monthlyCost !== null) cost.cents += centsOf(figures.monthlyCost)
    if (price === null) cost.unpricedSeats += boughtSeats ?? 0
    const before = sku.byKind.get(kind)
    const added = ofTenant(license, figures, hasRenewals)
    sku.byKind.set(kind, before === undefined ? added : addOfKind(before, added))
  }

  return {
    /** Adds the visible licenses of a tenant. `hasRenewals`: whether its subscriptions were read. */
    add(licenses: readonly TenantLicense[], { hasRenewals }: { hasRenewals: boolean }): void {
      const summary = summarizeLicenses(licenses)
      for (const key of SEATS) seats[key] += summary[key]
      savings = addSavings([savings, summarizeSavings(licenses)])
      for (const license of licenses) addSku(license, hasRenewals)
    },

    /** Returns every SKU, by name. */
    licenses: (): EstateLicense[] =>
      [...skus.values()]
        .map(toEstateLicense)
        .toSorted(
          (a, b) => BY_NAME.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1),
        ),

    /** Returns the sums over the SKUs. */
    totals(licenses: readonly EstateLicense[]): EstateLicenseTotals {
      const problem = (seatsOf: (license: EstateLicense) => number) =>
        licenses.reduce((sum, license) => sum + seatsOf(license), 0)
      return {
        skus: licenses.length,
        seats: seats.totalLicenses,
        assigned: seats.consumedLicenses,
        unused: seats.availableLicenses,
        overAllocated: problem(({ overAllocated }) => overAllocated),
        unentitled: problem(({ unentitled }) => unentitled),
        inGrace: problem(({ inGrace }) => inGrace),
        suspended: problem(({ suspended }) => suspended),
        currency: CURRENCY,
        monthlyCost: cost.cents / 100,
        unpricedSeats: cost.unpricedSeats,
        savings,
      }
    },
  }
}

const SEATS = [
  'totalLicenses',
  'consumedLicenses',
  'availableLicenses',
] as const satisfies readonly (keyof LicenseSummary)[]

const BY_NAME = new Intl.Collator('en', { numeric: true })

// Kinds that are in sums come first.
const KIND_ORDER = LicenseKind.options

function toEstateLicense({ license, byKind }: Sku): EstateLicense {
  const { skuId, skuPartNumber, displayName, price } = license
  const [main, ...others] = [...byKind].toSorted(
    ([a], [b]) => KIND_ORDER.indexOf(a) - KIND_ORDER.indexOf(b),
  )
  if (main === undefined) throw new Error('A SKU without a tenant')
  const [kind, { figures, nextRenewal, tenantsWithoutRenewals, tenants }] = main
  return {
    skuId,
    skuPartNumber,
    displayName,
    kind,
    licenseType: LICENSE_KINDS[kind].licenseType,
    price,
    ...figures,
    tenants: others.reduce((sum, [, other]) => sum + other.tenants, tenants),
    otherKinds: others.map(([other, { tenants: count }]) => ({ kind: other, tenants: count })),
    nextRenewal,
    tenantsWithoutRenewals,
  }
}

/** Returns the earlier of two renewals; on one day with the seats of both. */
function earlierRenewal(a: LicenseRenewal | null, b: LicenseRenewal | null): LicenseRenewal | null {
  if (a === null || b === null) return a ?? b
  const [first, second] = Date.parse(a.date) <= Date.parse(b.date) ? [a, b] : [b, a]
  const isOneDay = first.date.slice(0, 10) === second.date.slice(0, 10)
  return isOneDay ? { ...first, seats: first.seats + second.seats } : first
}
