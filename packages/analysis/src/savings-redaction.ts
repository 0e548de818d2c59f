import type { LicenseRenewal } from '@tenantscope/contract/licenses'
import type { Price, SavingsSummary } from '@tenantscope/contract/savings'
import type {
  SavingsLicense,
  SavingsRenewal,
  SavingsReport,
  SavingsTotals,
} from '@tenantscope/contract/savings-report'

import { sharedNames } from './redaction.ts'
import { recommendationsOf, savingsStatement } from './savings-report.ts'

/**
 * Returns the report with only the fields that may be shared (docs/money.md, Report type savings): amounts in the
 * customer price, names of licenses, seats and renewal dates. The fields are an allow-list, so that fields added to
 * reports later are not shared.
 */
export function redactSavings(document: SavingsReport): SavingsReport {
  const { schema, version, reportType, createdAt, timeZone, dataAsOf } = document
  const { tenantName, productName: nameOf } = sharedNames(document)
  const licenses = document.licenses.map((license) => sharedLicense(license, nameOf))
  const report = {
    currency: document.currency,
    selection: document.selection,
    tenantLicenses: document.tenantLicenses,
    arePeopleKnown: document.arePeopleKnown,
    areRenewalsKnown: document.areRenewalsKnown,
    totals: sharedTotals(document.totals),
    recommendations: recommendationsOf(licenses),
    licenses,
    renewals: document.renewals.map((renewal) => sharedRenewal(renewal, nameOf)),
  }
  return {
    schema,
    version,
    reportType,
    isRedacted: true,
    tenant: { displayName: tenantName },
    createdAt,
    timeZone,
    dataAsOf,
    statement: savingsStatement(report),
    ...report,
  }
}

type NameOf = (name: string) => string

const sharedLicense = (license: SavingsLicense, nameOf: NameOf): SavingsLicense => ({
  skuPartNumber: nameOf(license.skuPartNumber),
  friendlyName: nameOf(license.friendlyName),
  kind: license.kind,
  enabledUnits: license.enabledUnits,
  consumedUnits: license.consumedUnits,
  availableUnits: license.availableUnits,
  price: license.price && sharedPrice(license.price),
  monthlyCost: license.monthlyCost,
  removableSeats: license.removableSeats,
  removableUnassigned: license.removableUnassigned,
  removableNow: license.removableNow,
  removableAtRenewal: license.removableAtRenewal.map(({ date, seats }): LicenseRenewal => ({
    date,
    seats,
  })),
  monthlySavings: license.monthlySavings,
})

const sharedPrice = ({ monthly, currency, source }: Price): Price => ({ monthly, currency, source })

const sharedRenewal = (renewal: SavingsRenewal, nameOf: NameOf): SavingsRenewal => ({
  renewsAt: renewal.renewsAt,
  event: renewal.event,
  friendlyName: nameOf(renewal.friendlyName),
  skuPartNumber: nameOf(renewal.skuPartNumber),
  seats: renewal.seats,
  monthlyCost: renewal.monthlyCost,
  removableSeats: renewal.removableSeats,
  monthlySavings: renewal.monthlySavings,
})

const sharedTotals = (totals: SavingsTotals): SavingsTotals => ({
  seats: totals.seats,
  assigned: totals.assigned,
  unused: totals.unused,
  monthlyCost: totals.monthlyCost,
  unpricedSeats: totals.unpricedSeats,
  savings: totals.savings && sharedSavings(totals.savings),
})

const sharedSavings = (savings: SavingsSummary): SavingsSummary => ({
  currency: savings.currency,
  monthlyAmount: savings.monthlyAmount,
  monthlyAmountNow: savings.monthlyAmountNow,
  removableSeats: savings.removableSeats,
  unassignedSeats: savings.unassignedSeats,
  heldSeats: savings.heldSeats,
  keptSeats: savings.keptSeats,
  unpricedSeats: savings.unpricedSeats,
})
