import type { TenantLicense } from '@tenantscope/contract/licenses'

export interface LicenseGroups {
  /** Seats that cost money, the most unused ones first. */
  paid: readonly TenantLicense[]
  /** Free, trial, viral and company-wide ones: their seats say nothing about waste. */
  others: readonly TenantLicense[]
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The licenses in the order of the screen (decisions.md, Licenses: shown apart). */
export function groupedLicenses(licenses: readonly TenantLicense[]): LicenseGroups {
  return {
    paid: licenses
      .filter((license) => license.countsAsPaid)
      .toSorted((a, b) => b.availableUnits - a.availableUnits || byName(a, b)),
    others: licenses.filter((license) => !license.countsAsPaid).toSorted(byName),
  }
}

function byName(a: TenantLicense, b: TenantLicense): number {
  return collator.compare(a.displayName, b.displayName) || collator.compare(a.skuId, b.skuId)
}
