import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { LicenseReport, ReportLicense } from '@tenantscope/contract/report-document'
import type { SavingsSummary } from '@tenantscope/contract/savings'

import { issueCounts } from './license-issue-text.ts'
import { removableSentence } from './savings-sentence.ts'
import { hasBoughtSeats } from './seat-order.ts'

type Report = Pick<LicenseReport, 'isRedacted' | 'licenses'>

/** The totals of a report's paid licenses, named as those of a tenant. */
export interface ReportTotals {
  readonly paidSeats: number
  readonly assignedPaidSeats: number
  readonly unassignedPaidSeats: number
  /** Null in shared reports, and where the removable seats of a paid license are not known. */
  readonly savings: {
    readonly monthlyAmount: number
    readonly removableSeats: number
    readonly unpricedSeats: number
    /** Null in reports of earlier versions. */
    readonly parts: Pick<SavingsSummary, 'unassignedSeats' | 'heldSeats' | 'keptSeats'> | null
  } | null
}

/** Returns the currency of all amounts of a report: that of its tenant. */
export function reportCurrency({ licenses }: Pick<LicenseReport, 'licenses'>): CurrencyCode {
  return licenses.find(({ price }) => price)?.price?.currency ?? LIST_CURRENCY
}

export function reportTotals({ isRedacted, licenses }: Report): ReportTotals {
  const paid = licenses.filter(hasBoughtSeats)
  return {
    paidSeats: sum(paid, ({ enabledUnits }) => enabledUnits),
    assignedPaidSeats: sum(paid, ({ consumedUnits }) => consumedUnits),
    unassignedPaidSeats: sum(paid, ({ availableUnits }) => availableUnits),
    savings: isRedacted || paid.some(isUnknown) ? null : savingsIn(licenses),
  }
}

/**
 * Returns what a report found, and what it costs, as one sentence. Shared reports contain no prices,
 * so theirs counts unassigned seats.
 */
export function reportStatement(report: Report): string {
  const counts = issueCounts(
    report.licenses.map(({ issues = [] }) => ({ issues })),
    number,
  )
  const found = seatsFound(report)
  if (counts.length === 0) return `${found}.`
  const verb = counts.length === 1 && counts[0]?.startsWith('1 ') ? 'needs' : 'need'
  return `${found}; ${listed(counts)} ${verb} attention.`
}

/** Returns the sentence of the removable seats, as on the screens; null where the report has no parts of it. */
export function reportRemovable(report: Report): string | null {
  const { savings } = reportTotals(report)
  return savings?.parts ? `${removableSentence({ ...savings, ...savings.parts }, number)}.` : null
}

/** Returns how the licenses were selected where the report has not all of the tenant's; else null. */
export function selectionNote({
  summary: { totalLicenses },
  tenantLicenses = totalLicenses,
  selection = 'chosen',
}: Pick<LicenseReport, 'summary' | 'tenantLicenses' | 'selection'>): string | null {
  if (totalLicenses >= tenantLicenses) return null
  const of = `${number(totalLicenses)} of ${number(tenantLicenses)} licenses`
  return selection === 'chosen'
    ? `${of} were chosen; totals count these only`
    : `${of} have users; totals count these only`
}

function seatsFound(report: Report): string {
  const paid = report.licenses.filter(hasBoughtSeats)
  const { paidSeats, unassignedPaidSeats, savings } = reportTotals(report)
  if (paid.length === 0) return 'This report contains no paid licenses'
  if (paidSeats === 0) return 'No paid seat is usable'
  const seats = `${number(paidSeats)} paid ${paidSeats === 1 ? 'seat' : 'seats'}`
  if (report.isRedacted) {
    if (unassignedPaidSeats === 0) return `No unassigned seats were found among ${seats}`
    return `${number(unassignedPaidSeats)} of ${seats} ${unassignedPaidSeats === 1 ? 'is' : 'are'} unassigned`
  }
  return savings === null
    ? `It is not known how many of ${seats} can be removed`
    : removableFound(savings, { seats, currency: reportCurrency(report) })
}

/** True for the licenses of an Inactive tenant, and in reports of earlier versions. */
const isUnknown = ({ removableSeats }: ReportLicense): boolean => removableSeats === null

function removableFound(
  { monthlyAmount, removableSeats, unpricedSeats }: NonNullable<ReportTotals['savings']>,
  { seats, currency }: { seats: string; currency: CurrencyCode },
): string {
  if (removableSeats === 0) return `No removable seats were found among ${seats}`
  const removable = `${number(removableSeats)} of ${seats}`
  if (unpricedSeats >= removableSeats) return `${removable} can be removed; their price is unknown`
  const unpriced = unpricedSeats > 0 ? `, ${number(unpricedSeats)} of them without a price` : ''
  return `${currency} ${cents(monthlyAmount)} per month could be saved on ${removable}${unpriced}`
}

function savingsIn(licenses: readonly ReportLicense[]): NonNullable<ReportTotals['savings']> {
  const removableSeats = sum(licenses, (each) => each.removableSeats ?? 0)
  const unassignedSeats = sum(licenses, (each) => each.removableUnassigned ?? 0)
  const isParted = licenses.every(
    (each) => !each.removableSeats || typeof each.removableUnassigned === 'number',
  )
  return {
    // In cents: sums of decimals drift.
    monthlyAmount: sum(licenses, (each) => Math.round((each.monthlySavings ?? 0) * 100)) / 100,
    removableSeats,
    unpricedSeats: sum(licenses, (each) => (each.price === null ? (each.removableSeats ?? 0) : 0)),
    parts: isParted
      ? {
          unassignedSeats,
          heldSeats: removableSeats - unassignedSeats,
          keptSeats: sum(licenses, keptOf),
        }
      : null,
  }
}

const keptOf = ({ availableUnits, removableUnassigned }: ReportLicense): number =>
  typeof removableUnassigned === 'number' ? availableUnits - removableUnassigned : 0

/** 'a', 'a and b', 'a, b and c'. */
function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

// American English, as on all screens.
const number = (value: number): string => value.toLocaleString('en-US')
const cents = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const sum = (
  licenses: readonly ReportLicense[],
  valueOf: (license: ReportLicense) => number,
): number => licenses.reduce((total, license) => total + valueOf(license), 0)
