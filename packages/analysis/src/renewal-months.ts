import { RENEWALS } from '@tenantscope/contract/limits'
import type { Renewal } from '@tenantscope/contract/renewals'

import { centsOf } from './exchange.ts'
import { isoDayIn } from './iso-time.ts'
import { isPaidRenewal } from './renewals.ts'

/** The renewals of a month in the reader's time zone, with their sums. */
export interface RenewalMonth {
  /** '2027-03'. */
  month: string
  renewals: readonly Renewal[]
  /** Of the renewals whose number is known. */
  seats: number
  monthlyCost: number
  removableSeats: number
  undecided: number
  /** Renewals with an unknown number of seats, cost or removable seats are in no such sum. */
  unknown: number
}

const MONTH = 'YYYY-MM'.length

/** Returns this month and the next 12, also those without renewals. */
export function monthsOf(
  renewals: readonly Renewal[],
  { timeZone, now }: { timeZone: string; now: Date },
): readonly RenewalMonth[] {
  const byMonth = Map.groupBy(renewals, ({ renewsAt }) =>
    isoDayIn(timeZone, renewsAt).slice(0, MONTH),
  )
  const months = new Set([...nextMonths(isoDayIn(timeZone, now)), ...byMonth.keys()])
  return [...months].toSorted().map((month) => summed(month, byMonth.get(month) ?? []))
}

function nextMonths(today: string): readonly string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: RENEWALS.months + 1 }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, MONTH),
  )
}

function summed(month: string, renewals: readonly Renewal[]): RenewalMonth {
  const sum = (valueOf: (renewal: Renewal) => number | null): number =>
    renewals.reduce((total, renewal) => total + (valueOf(renewal) ?? 0), 0)
  return {
    month,
    renewals,
    seats: sum(({ seats }) => seats),
    monthlyCost: sum(({ monthlyCostInTotals: cost }) => cost && centsOf(cost)) / 100,
    removableSeats: sum(({ removableSeats }) => removableSeats),
    undecided: renewals.filter(({ decision }) => decision === null).length,
    unknown: renewals.filter(
      (each) =>
        each.seats === null ||
        (isPaidRenewal(each) &&
          (each.monthlyCostInTotals === null || each.removableSeats === null)),
    ).length,
  }
}
