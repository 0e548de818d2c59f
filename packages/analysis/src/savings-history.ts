import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { RenewalDecisionKind } from '@tenantscope/contract/renewals'
import type { Price } from '@tenantscope/contract/savings'
import type {
  RealizedSavings,
  SavingsHistory,
  SavingsMonth,
} from '@tenantscope/contract/savings-history'

import { centsOf, mergeRates } from './exchange.ts'
import { utcDay } from './renewals.ts'
import type { SumCurrency } from './sum-currency.ts'

/** The last record of a tenant in a month; amounts per month, in the currency of the tenant. */
export interface SavingsRecord {
  readonly tenantId: string
  /** In UTC, as in '2026-11'. */
  readonly month: string
  readonly currency: CurrencyCode
  readonly monthlyCost: number
  readonly found: number
  readonly decided: number
  readonly unpricedSeats: number
  readonly unpricedDecisions: number
}

/** A decision whose date has passed. */
export interface PastDecision {
  readonly renewsAt: Date
  /** Per month, and its currency; null: not known. */
  readonly saved: { readonly amount: number; readonly currency: CurrencyCode } | null
}

/** Months for which a record counts when a tenant was not read since. */
const CARRIED_MONTHS = 2
/** Months for which a renewal counts as saved: then the next one has another beginning. */
const SAVED_MONTHS = 12

/** Returns the cost per month of seats that a decision ends; null when it is not known. */
export function reductionOf(
  decision: {
    readonly kind: RenewalDecisionKind
    readonly seatsBefore: number | null
    readonly seatsAfter: number | null
  },
  price: Pick<Price, 'monthly'> | null,
): number | null {
  const { kind, seatsBefore, seatsAfter } = decision
  if (kind === 'keep') return 0
  if (seatsBefore === null || seatsAfter === null || price === null) return null
  return (Math.max(0, seatsBefore - seatsAfter) * centsOf(price.monthly)) / 100
}

/** Returns the history of one tenant or of several, in one currency. `now` ends the last month. */
export function savingsHistory(
  { records, decisions }: { records: readonly SavingsRecord[]; decisions: readonly PastDecision[] },
  into: SumCurrency,
  now: Date,
): SavingsHistory {
  const months = monthsOf(records, now)
  const shown = months.map((month) => monthOf(month, { records, decisions }, into))
  const used = [
    ...records.map(({ currency }) => currency),
    ...decisions.flatMap(({ saved }) => (saved === null ? [] : [saved.currency])),
  ]
  const exchange = mergeRates(
    [...new Set(used)].map((currency) => into.exchange.ratesBetween(currency, into.currency)),
  )
  return {
    currency: into.currency,
    ...(exchange && { exchange }),
    months: shown,
    realized: realizedBy(decisions, into, now),
  }
}

/** Returns every month from the first record to the present one. */
function monthsOf(records: readonly SavingsRecord[], now: Date): string[] {
  const last = monthOfDate(now)
  const months: string[] = []
  const first = records.map(({ month }) => month).toSorted()[0]
  if (first === undefined) return months
  for (let month = first; month <= last; month = monthAfter(month, 1)) months.push(month)
  return months
}

function monthOf(
  month: string,
  given: { records: readonly SavingsRecord[]; decisions: readonly PastDecision[] },
  into: SumCurrency,
): SavingsMonth {
  const latest = new Map<string, SavingsRecord>()
  for (const record of given.records) {
    if (record.month > month || record.month < monthAfter(month, -CARRIED_MONTHS)) continue
    const known = latest.get(record.tenantId)
    if (known === undefined || known.month < record.month) latest.set(record.tenantId, record)
  }
  const counted = [...latest.values()]
  const sum = (amountOf: (record: SavingsRecord) => number): number =>
    addedUp(
      counted.map((record) =>
        into.exchange.convert(amountOf(record), record.currency, into.currency),
      ),
    )
  const first = monthAfter(month, 1 - SAVED_MONTHS)
  const saving = given.decisions.filter((decision) => {
    const of = renewalMonth(decision)
    return of >= first && of <= month
  })
  return {
    month,
    tenants: counted.length,
    monthlyCost: sum((record) => record.monthlyCost),
    found: sum((record) => record.found),
    unpricedSeats: counted.reduce((seats, record) => seats + record.unpricedSeats, 0),
    decided: sum((record) => record.decided),
    unpricedDecisions: counted.reduce((count, record) => count + record.unpricedDecisions, 0),
    saved: addedUp(saving.map((decision) => savedIn(decision, into))),
  }
}

function realizedBy(
  decisions: readonly PastDecision[],
  into: SumCurrency,
  now: Date,
): RealizedSavings {
  const known = decisions.map((decision) => ({ decision, amount: savedIn(decision, into) }))
  const recent = known.filter(({ decision }) => monthsSince(decision.renewsAt, now) < SAVED_MONTHS)
  return {
    monthlyAmount: addedUp(recent.map(({ amount }) => amount)),
    total: addedUp(
      known.map(({ decision, amount }) =>
        amount === null
          ? null
          : (centsOf(amount) * Math.min(SAVED_MONTHS, monthsSince(decision.renewsAt, now))) / 100,
      ),
    ),
    renewals: known.filter(({ amount }) => amount !== null && amount > 0).length,
    unknown: known.filter(({ amount }) => amount === null).length,
  }
}

/** Returns what a renewal saved per month in the currency of the sum; null when not known or without a rate. */
function savedIn({ saved }: PastDecision, { currency, exchange }: SumCurrency): number | null {
  return saved === null ? null : exchange.convert(saved.amount, saved.currency, currency)
}

/** Adds amounts in hundredths; integers avoid rounding drift. Unknown ones are left out. */
const addedUp = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount === null ? 0 : centsOf(amount)), 0) / 100

/** Returns the month of a time in UTC, as in '2026-11'. */
export const monthOfDate = (at: Date): string => utcDay(at).slice(0, 'YYYY-MM'.length)

const renewalMonth = ({ renewsAt }: PastDecision): string => monthOfDate(renewsAt)

/** Returns the month so many months later, or earlier. */
function monthAfter(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return monthOfDate(at)
}

/** Returns the complete months since a time. */
function monthsSince(from: Date, now: Date): number {
  const months =
    (now.getUTCFullYear() - from.getUTCFullYear()) * 12 + now.getUTCMonth() - from.getUTCMonth()
  return Math.max(0, now.getUTCDate() < from.getUTCDate() ? months - 1 : months)
}
