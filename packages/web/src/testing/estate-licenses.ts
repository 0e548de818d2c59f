import type {
  EstateLicense,
  EstateLicenseDetails,
  EstateLicenses,
  LicensedTenant,
} from '@tenantscope/contract/estate-licenses'
import { TenantId } from '@tenantscope/contract/ids'

import { makeSavingsSummary } from './tenants.ts'

let made = 0

const FIGURES = {
  seats: 10,
  assigned: 8,
  unused: 2,
  overAllocated: 0,
  unentitled: 0,
  inGrace: 0,
  suspended: 0,
  removableSeats: 2,
  monthlyCost: 100,
  monthlyWaste: 20,
} as const

/** A paid license of one tenant with 2 of 10 seats unused. */
export function makeEstateLicense(
  displayName: string,
  changes: Partial<EstateLicense> = {},
): EstateLicense {
  made += 1
  return {
    skuId: `sku-${made}`,
    skuPartNumber: `PART_${made}`,
    displayName,
    kind: 'paid',
    licenseType: 'paid',
    price: { monthly: 10, currency: 'USD', source: 'list' },
    hasSeveralPrices: false,
    tenantsWithoutPrice: 0,
    ...FIGURES,
    tenants: 1,
    otherKinds: [],
    nextRenewal: null,
    tenantsWithoutRenewals: 0,
    ...changes,
  }
}

/** Three counted tenants with these licenses. */
export const estateOf = (
  licenses: readonly EstateLicense[],
  changes: Partial<EstateLicenses> = {},
): EstateLicenses => ({
  licenses: [...licenses],
  totals: {
    skus: licenses.length,
    seats: 40,
    assigned: 30,
    unused: 12,
    overAllocated: 2,
    unentitled: 0,
    inGrace: 0,
    suspended: 0,
    currency: 'USD',
    monthlyCost: 1_234.5,
    unpricedSeats: 0,
    savings: makeSavingsSummary(),
  },
  tenants: { counted: 3, notRead: 0, inactive: 0 },
  dataAge: { oldest: '2026-11-20T09:00:00.000Z', newest: '2026-11-20T09:00:00.000Z' },
  ...changes,
})

/** A tenant with the license, read today. */
export function makeLicensedTenant(
  displayName: string,
  changes: Partial<LicensedTenant> = {},
): LicensedTenant {
  made += 1
  return {
    tenantId: TenantId.parse(`dddddddd-0000-4000-8000-${String(made).padStart(12, '0')}`),
    displayName,
    kind: 'paid',
    currency: 'USD',
    price: { monthly: 10, currency: 'USD', source: 'list' },
    ...FIGURES,
    inTotals: {
      monthlyCost: changes.monthlyCost === undefined ? FIGURES.monthlyCost : changes.monthlyCost,
      monthlyWaste:
        changes.monthlyWaste === undefined ? FIGURES.monthlyWaste : changes.monthlyWaste,
    },
    dataAsOf: '2026-11-20T09:00:00.000Z',
    isOutdated: false,
    subscriptions: [],
    ...changes,
  }
}

export const detailsOf = (
  license: EstateLicense,
  licensedTenants: readonly LicensedTenant[],
): EstateLicenseDetails => ({
  license,
  licensedTenants: [...licensedTenants],
  tenants: { counted: 3, notRead: 0, inactive: 0 },
  currency: 'USD',
})
