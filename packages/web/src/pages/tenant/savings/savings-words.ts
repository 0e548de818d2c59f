import { removableSentence } from '@tenantscope/analysis/savings-sentence'
import type { HolderKind, TenantLicense } from '@tenantscope/contract/licenses'
import type { LicenseSavings, SavingsSummary, SeatRemoval } from '@tenantscope/contract/savings'

import type { Format } from '../../../lib/format.ts'

/** '1 seat', '1,204 seats'. */
export function seatsText(seats: number, format: Format): string {
  return seats === 1 ? '1 seat' : `${format.number(seats)} seats`
}

/** When seats can go, soonest first: '2 can be removed now', '3 at renewal on Jan 05, 2027', '1: renewal not known'. */
export function removalTexts({ now, atRenewal, notKnown }: SeatRemoval, format: Format): string[] {
  return [
    ...(now > 0 ? [`${format.number(now)} can be removed now`] : []),
    ...atRenewal.map(
      ({ date, seats }) => `${format.number(seats)} at renewal on ${format.date(date)}`,
    ),
    ...(notKnown > 0 ? [`${format.number(notKnown)}: renewal not known`] : []),
  ]
}

/** Returns the savings as sentences; seats without a price are never shown as zero. */
export function summaryText(summary: SavingsSummary, format: Format): string {
  const { currency, monthlyAmount, monthlyAmountNow, removableSeats, unpricedSeats } = summary
  const seats = `${removableSentence(summary, format.number)}.`
  if (removableSeats === 0) return seats
  if (unpricedSeats >= removableSeats) return `${seats} The savings are unknown.`
  const now =
    monthlyAmountNow > 0
      ? `${format.money(monthlyAmountNow, currency)} can be saved now.`
      : 'No seats are confirmed as removable now.'
  return `${seats} Savings: ${format.money(monthlyAmount, currency)} per month. ${now}`
}

/** A figure of people or seats behind savings, and what opens when it is chosen. */
export interface Figure {
  readonly opens: HolderKind | 'seats'
  readonly text: string
}

/** What there is to say of a license's seats; zeros are left out, what is not known is said. */
export function figuresOf(savings: LicenseSavings, format: Format): Figure[] {
  const { unassignedSeats, keptSeats, overAllocatedSeats, blockedHolders, guestHolders } = savings
  const seats = (count: number, words: (text: string) => string): Figure[] =>
    count > 0 ? [{ opens: 'seats', text: words(seatsText(count, format)) }] : []
  const holders = (opens: HolderKind, count: number | null, [one, many]: [string, string]) =>
    count === null || count === 0
      ? []
      : [{ opens, text: `${format.number(count)} ${count === 1 ? one : many}` }]
  return [
    ...seats(unassignedSeats, (text) => `${text} unassigned`),
    ...holders('blocked', blockedHolders, ['blocked holder', 'blocked holders']),
    ...holders('guests', guestHolders, ['guest holder', 'guest holders']),
    ...seats(overAllocatedSeats, (text) => `over-allocated by ${text}`),
    ...seats(keptSeats, (text) => `${text} kept on purpose`),
  ]
}

/** Licenses with anything to say about savings, the dearest first; those without a price by their seats. */
export function savingsRows(licenses: readonly TenantLicense[]): SavingsRow[] {
  return licenses
    .flatMap((license) => (license.savings === null ? [] : [{ license, savings: license.savings }]))
    .filter(({ savings }) => isNotable(savings))
    .toSorted(
      (a, b) =>
        (b.savings.monthlyAmount ?? -1) - (a.savings.monthlyAmount ?? -1) ||
        b.savings.removableSeats - a.savings.removableSeats ||
        a.license.displayName.localeCompare(b.license.displayName),
    )
}

export interface SavingsRow {
  readonly license: TenantLicense
  readonly savings: LicenseSavings
}

function isNotable(savings: LicenseSavings): boolean {
  return [
    savings.removableSeats,
    savings.unassignedSeats,
    savings.keptSeats,
    savings.overAllocatedSeats,
    savings.blockedHolders ?? 0,
    savings.guestHolders ?? 0,
  ].some((count) => count > 0)
}
