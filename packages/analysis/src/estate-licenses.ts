import type { UsedRates } from '@tenantscope/contract/currencies'
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
import type { Price, SavingsSummary } from '@tenantscope/contract/savings'

import { centsOf, mergeRates } from './exchange.ts'
import { summarizeLicenses } from './licenses.ts'
import { addSavings, summarizeSavings } from './savings.ts'
import { lineIn, ratesOfLine } from './sum-currency.ts'
import type { SumCurrency } from './sum-currency.ts'

/** Returns the figures of one SKU of a tenant, in the currency of the tenant. */
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

/** Returns the amounts of one SKU of a tenant in the currency of a sum. */
export function amountsIn(
  into: SumCurrency,
  { monthlyCost, monthlyWaste }: SkuFigures,
  price: Price | null,
): Pick<SkuFigures, 'monthlyCost' | 'monthlyWaste'> {
  return {
    monthlyCost: lineIn(into, monthlyCost, price),
    monthlyWaste: lineIn(into, monthlyWaste, price),
  }
}

/** Adds figures of one SKU and one kind; an amount is unknown where it is unknown in every tenant. */
function addFigures(a: SkuFigures, b: SkuFigures): SkuFigures {
  return {
    seats: a.seats + b.seats,
    assigned: a.assigned + b.assigned,
    unused: addSeats(a.unused, b.unused),
    overAllocated: a.overAllocated + b.overAllocated,
    unentitled: a.unentitled + b.unentitled,
    inGrace: a.inGrace + b.inGrace,
    suspended: a.suspended + b.suspended,
    removableSeats: addSeats(a.removableSeats, b.removableSeats),
    monthlyCost: addAmounts(a.monthlyCost, b.monthlyCost),
    monthlyWaste: addAmounts(a.monthlyWaste, b.monthlyWaste),
  }
}

const addSeats = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b

const addAmounts = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : (centsOf(a) + centsOf(b)) / 100

/** A SKU in the tenants where it has one kind. */
interface OfKind {
  tenants: number
  figures: SkuFigures
  nextRenewal: LicenseRenewal | null
  tenantsWithoutRenewals: number
  tenantsWithoutPrice: number
}

interface Sku {
  readonly license: TenantLicense
  hasSeveralPrices: boolean
  readonly byKind: Map<LicenseKind, OfKind>
}

/** Sums licenses tenant by tenant, so that a caller can pause between tenants. */
export function createLicenseSums(into: SumCurrency) {
  const skus = new Map<string, Sku>()
  const seats = { totalLicenses: 0, consumedLicenses: 0, availableLicenses: 0 }
  const cost = { cents: 0, unpricedSeats: 0 }
  let savings: SavingsSummary = addSavings([], into.currency)
  let exchange: UsedRates | undefined

  function addSku(license: TenantLicense, hasRenewals: boolean): void {
    const key = license.skuId.toLowerCase()
    const sku = skus.get(key) ?? newSku(license)
    skus.set(key, sku)
    const { boughtSeats, price, kind } = license
    if (!isSamePrice(price, sku.license.price)) sku.hasSeveralPrices = true
    const ofTenant = skuFiguresOf(license)
    const figures = { ...ofTenant, ...amountsIn(into, ofTenant, price) }
    if (figures.monthlyCost !== null) cost.cents += centsOf(figures.monthlyCost)
    else cost.unpricedSeats += boughtSeats ?? 0
    if (boughtSeats !== null && boughtSeats > 0)
      exchange = mergeRates([exchange, ratesOfLine(license, into)])
    const renewals = { first: license.renewals[0] ?? null, areKnown: hasRenewals }
    const isUnpriced = boughtSeats !== null && figures.monthlyCost === null
    sku.byKind.set(kind, withTenant(sku.byKind.get(kind), figures, { ...renewals, isUnpriced }))
  }

  return {
    /** Adds the visible licenses of a tenant. `hasRenewals`: whether its subscriptions were read. */
    add(licenses: readonly TenantLicense[], { hasRenewals }: { hasRenewals: boolean }): void {
      const summary = summarizeLicenses(licenses)
      for (const key of SEATS) seats[key] += summary[key]
      savings = addSavings([savings, summarizeSavings(licenses, into)], into.currency)
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
        currency: into.currency,
        monthlyCost: cost.cents / 100,
        unpricedSeats: cost.unpricedSeats,
        savings,
        ...(exchange && { exchange }),
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

function toEstateLicense({ license, hasSeveralPrices, byKind }: Sku): EstateLicense {
  const { skuId, skuPartNumber, displayName, price } = license
  const [main, ...others] = [...byKind].toSorted(
    ([a], [b]) => KIND_ORDER.indexOf(a) - KIND_ORDER.indexOf(b),
  )
  if (main === undefined) throw new Error('A SKU without a tenant')
  const [kind, { figures, tenants, ...ofKind }] = main
  return {
    skuId,
    skuPartNumber,
    displayName,
    kind,
    licenseType: LICENSE_KINDS[kind].licenseType,
    price: hasSeveralPrices ? null : price,
    hasSeveralPrices,
    ...figures,
    tenants: others.reduce((sum, [, other]) => sum + other.tenants, tenants),
    otherKinds: others.map(([other, { tenants: count }]) => ({ kind: other, tenants: count })),
    ...ofKind,
  }
}

const newSku = (license: TenantLicense): Sku => ({
  license,
  hasSeveralPrices: false,
  byKind: new Map<LicenseKind, OfKind>(),
})

/** True for one amount from one source; the rates are those of one day. */
const isSamePrice = (a: Price | null, b: Price | null): boolean =>
  a?.monthly === b?.monthly && a?.currency === b?.currency && a?.source === b?.source

/** Adds a tenant with the SKU to the earlier ones. */
function withTenant(
  before: OfKind | undefined,
  figures: SkuFigures,
  ofTenant: { first: LicenseRenewal | null; areKnown: boolean; isUnpriced: boolean },
): OfKind {
  const { first } = ofTenant
  const tenantsWithoutRenewals = ofTenant.areKnown ? 0 : 1
  const tenantsWithoutPrice = ofTenant.isUnpriced ? 1 : 0
  if (before === undefined)
    return { tenants: 1, figures, nextRenewal: first, tenantsWithoutRenewals, tenantsWithoutPrice }
  return {
    tenants: before.tenants + 1,
    figures: addFigures(before.figures, figures),
    nextRenewal: earlierRenewal(before.nextRenewal, first),
    tenantsWithoutRenewals: before.tenantsWithoutRenewals + tenantsWithoutRenewals,
    tenantsWithoutPrice: before.tenantsWithoutPrice + tenantsWithoutPrice,
  }
}

/** Returns the earlier of two renewals; on one day with the seats of both. */
function earlierRenewal(a: LicenseRenewal | null, b: LicenseRenewal | null): LicenseRenewal | null {
  if (a === null || b === null) return a ?? b
  const [first, second] = Date.parse(a.date) <= Date.parse(b.date) ? [a, b] : [b, a]
  const isOneDay = first.date.slice(0, 10) === second.date.slice(0, 10)
  return isOneDay ? { ...first, seats: first.seats + second.seats } : first
}
