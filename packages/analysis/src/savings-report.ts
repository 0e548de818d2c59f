import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type {
  SavingsLicense,
  SavingsRecommendation,
  SavingsRenewal,
  SavingsReport,
  SavingsTotals,
} from '@tenantscope/contract/savings-report'

import { createLicenseSums, skuFiguresOf } from './estate-licenses.ts'
import { centsOf } from './exchange.ts'
import type { RenewalOfTenant } from './renewals.ts'
import { removableSentence } from './savings-sentence.ts'
import { inOneCurrency } from './sum-currency.ts'

const MOST_RECOMMENDATIONS = 3

/** True for licenses that a report of everything has: those that cost something. */
export const isBought = ({ kind }: Pick<TenantLicense, 'kind'>): boolean =>
  LICENSE_KINDS[kind].inCost

/** Returns the licenses as a report lists them: by savings, then by cost, then by name. */
export function savingsLicenses(
  licenses: readonly TenantLicense[],
): (SavingsLicense & { skuId: string })[] {
  return licenses.map(savingsLicense).toSorted(byAmounts)
}

function savingsLicense(license: TenantLicense): SavingsLicense & { skuId: string } {
  const { savings } = license
  const figures = skuFiguresOf(license)
  return {
    skuId: license.skuId,
    skuPartNumber: license.skuPartNumber,
    friendlyName: license.displayName,
    kind: license.kind,
    enabledUnits: license.enabledUnits,
    consumedUnits: license.consumedUnits,
    availableUnits: license.availableUnits,
    price: license.price,
    monthlyCost: figures.monthlyCost,
    removableSeats: figures.removableSeats,
    removableUnassigned: savings?.removableUnassigned ?? null,
    removableNow: savings?.removal.now ?? null,
    removableAtRenewal: savings?.removal.atRenewal ?? [],
    monthlySavings: figures.monthlyWaste,
  }
}

function byAmounts(one: SavingsLicense, other: SavingsLicense): number {
  return (
    (other.monthlySavings ?? 0) - (one.monthlySavings ?? 0) ||
    (other.monthlyCost ?? 0) - (one.monthlyCost ?? 0) ||
    one.friendlyName.localeCompare(other.friendlyName, 'en')
  )
}

/** Returns the renewals as a report lists them. */
export const savingsRenewal = ({
  renewsAt,
  event,
  displayName,
  skuPartNumber,
  seats,
  price,
  monthlyCost,
  removableSeats,
}: RenewalOfTenant): SavingsRenewal => ({
  renewsAt,
  event,
  friendlyName: displayName,
  skuPartNumber: skuPartNumber ?? '',
  seats,
  monthlyCost,
  removableSeats,
  monthlySavings:
    removableSeats === null || price === null
      ? null
      : (removableSeats * centsOf(price.monthly)) / 100,
})

/** Returns the sums of the licenses, with the definitions of the tenant's page and of all tenants. */
export function savingsTotals(
  licenses: readonly TenantLicense[],
  { currency, areSavingsKnown }: { currency: CurrencyCode; areSavingsKnown: boolean },
): SavingsTotals {
  const sums = createLicenseSums(inOneCurrency(currency))
  sums.add(licenses, { hasRenewals: true })
  const { seats, assigned, unused, monthlyCost, unpricedSeats, savings } = sums.totals([])
  return {
    seats,
    assigned,
    unused,
    monthlyCost,
    unpricedSeats,
    savings: areSavingsKnown ? savings : null,
  }
}

/** Returns what to change first: for each license and date the removable seats, the highest amounts first. */
export function recommendationsOf(licenses: readonly SavingsLicense[]): SavingsRecommendation[] {
  return licenses
    .flatMap(recommendationsFor)
    .toSorted(
      (one, other) =>
        (other.monthlyAmount ?? 0) - (one.monthlyAmount ?? 0) || other.seats - one.seats,
    )
    .slice(0, MOST_RECOMMENDATIONS)
}

function recommendationsFor(license: SavingsLicense): SavingsRecommendation[] {
  const { friendlyName, removableNow, removableAtRenewal, price, removableUnassigned } = license
  // Seats without a holder go first, so the later dates contain those that have one.
  let unassigned = removableUnassigned ?? 0
  const recommend = (seats: number, renewsAt: string | null): SavingsRecommendation[] => {
    if (seats === 0) return []
    const free = Math.min(seats, unassigned)
    unassigned -= free
    const monthlyAmount = price === null ? null : (seats * centsOf(price.monthly)) / 100
    return [{ friendlyName, seats, heldSeats: seats - free, renewsAt, monthlyAmount }]
  }
  return [
    ...recommend(removableNow ?? 0, null),
    ...removableAtRenewal.flatMap(({ date, seats }) => recommend(seats, date)),
  ]
}

/** Formats of the screen or file; dates are in the time zone of the report. */
interface SavingsWords {
  readonly number: (value: number) => string
  /** 'USD 1,203.50'. */
  readonly money: (amount: number, currency: string) => string
  readonly date: (at: string) => string
}

type Report = Pick<SavingsReport, 'currency' | 'totals' | 'licenses'>

const ENGLISH = {
  number: (value: number) => value.toLocaleString('en-US'),
  amount: (value: number) =>
    value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
}

/** Returns what a report found, as one sentence. */
export function savingsStatement({ currency, totals, licenses }: Report): string {
  const { monthlyCost, unpricedSeats, savings } = totals
  if (!licenses.some(isBought)) return 'This report contains no license that costs anything.'
  const { number, amount } = ENGLISH
  const money = (value: number) => `${currency} ${amount(value)}`
  const cost =
    monthlyCost === 0 && unpricedSeats > 0
      ? `The price of all ${number(unpricedSeats)} bought seats is unknown`
      : `The licenses cost ${money(monthlyCost)} per month`
  if (savings === null) return `${cost}; how many seats can be removed is not known.`
  const { removableSeats, monthlyAmount, monthlyAmountNow } = savings
  if (removableSeats === 0) return `${cost}; no seat can be removed.`
  const seats = `${number(removableSeats)} ${removableSeats === 1 ? 'seat' : 'seats'}`
  if (savings.unpricedSeats >= removableSeats)
    return `${cost}; ${seats} can be removed, whose price is unknown.`
  const now = monthlyAmountNow > 0 ? `, ${money(monthlyAmountNow)} of it now` : ''
  return `${cost}; ${money(monthlyAmount)} of it could be saved on ${seats}${now}.`
}

/**
 * Returns a recommendation as a sentence: 'Reduce Office 365 E3 by 8 seats at the renewal on Mar 03, 2027: USD 176.00
 * per month. Blocked users or guests hold 3 of them.'
 */
export function recommendationText(
  { friendlyName, seats, heldSeats, renewsAt, monthlyAmount }: SavingsRecommendation,
  { currency }: Pick<SavingsReport, 'currency'>,
  { number, money, date }: SavingsWords,
): string {
  const count = `${number(seats)} ${seats === 1 ? 'seat' : 'seats'}`
  const when = renewsAt === null ? 'now' : `at the renewal on ${date(renewsAt)}`
  const saved =
    monthlyAmount === null ? 'the price is unknown' : `${money(monthlyAmount, currency)} per month`
  const held =
    heldSeats === 0
      ? ''
      : ` Blocked users or guests hold ${heldSeats === seats ? 'all of them' : `${number(heldSeats)} of them`}.`
  return `Reduce ${friendlyName} by ${count} ${when}: ${saved}.${held}`
}

/** Returns the text in place of recommendations where there are none. */
export function noRecommendationText({ totals, licenses }: Omit<Report, 'currency'>): string {
  if (totals.savings === null) return 'Which seats can be removed is not known.'
  return licenses.some(({ removableSeats }) => (removableSeats ?? 0) > 0)
    ? 'When the removable seats can be removed is not known.'
    : 'No seat can be removed.'
}

type Noted = Pick<
  SavingsReport,
  'totals' | 'selection' | 'licenses' | 'tenantLicenses' | 'arePeopleKnown' | 'areRenewalsKnown'
>

/** Returns what the figures count and what is not known, as sentences. */
export function savingsNote(report: Noted): string {
  const { totals, selection, licenses, tenantLicenses } = report
  const { number } = ENGLISH
  const { savings, unpricedSeats } = totals
  const texts = [
    ...(savings === null ? [] : [`${removableSentence(savings, number)}.`]),
    ...(unpricedSeats > 0
      ? [`${number(unpricedSeats)} bought seats without a known price are not part of the cost.`]
      : []),
    ...(selection === 'chosen' && licenses.length < tenantLicenses
      ? [
          `${number(licenses.length)} of ${number(tenantLicenses)} licenses were chosen; totals count these only.`,
        ]
      : ['Free, trial and company-wide licenses are in no total.']),
    ...(report.arePeopleKnown
      ? []
      : ['Users could not be read, so seats that blocked users and guests hold are not known.']),
    ...(report.areRenewalsKnown
      ? []
      : ['Subscriptions could not be read, so renewal dates are not known.']),
  ]
  return texts.join(' ')
}

/** Returns when the removable seats of a license can go: '3 now, 5 on Mar 03, 2027, 2 at a date that is not known'. */
export function removalText(
  { removableSeats, removableNow, removableAtRenewal }: SavingsLicense,
  { number, date }: Pick<SavingsWords, 'number' | 'date'>,
): string | null {
  if (removableSeats === null || removableSeats === 0) return null
  const now = removableNow ?? 0
  const dated = removableAtRenewal.filter(({ seats }) => seats > 0)
  const notKnown = removableSeats - now - dated.reduce((sum, { seats }) => sum + seats, 0)
  return [
    ...(now > 0 ? [`${number(now)} now`] : []),
    ...dated.map(({ date: at, seats }) => `${number(seats)} on ${date(at)}`),
    ...(notKnown > 0 ? [`${number(notKnown)} at a date that is not known`] : []),
  ].join(', ')
}
