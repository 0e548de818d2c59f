import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { LicenseSavings, Price, SavingsSummary } from '@tenantscope/contract/savings'

import { centsOf, mergeRates } from './exchange.ts'
import { seatRemovalOf } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'
import { lineIn, ratesOfLine } from './sum-currency.ts'
import type { SumCurrency } from './sum-currency.ts'

/** Holders of a SKU, counted over the stored users. */
export interface HolderCounts {
  readonly holders: number
  readonly blockedHolders: number
  /** Guests who can sign in; blocked guests count in blockedHolders only. */
  readonly guestHolders: number
}

interface PaidSeats {
  readonly usable: number
  readonly assigned: number
  /** Usable seats of trials, which cost nothing. */
  readonly trialSeats: number
  /** Null when users could not be read. */
  readonly holders: HolderCounts | null
  readonly spare: { readonly seats: number; readonly reason: string | null }
  readonly price: Price | null
  /** Subscriptions of this SKU only. */
  readonly subscriptions: readonly SubscriptionFacts[]
  readonly now: Date
}

/** Computes the possible savings on one paid SKU of a tenant (decisions.md, Licenses). */
export function savingsOf(paid: PaidSeats): LicenseSavings {
  const { usable, assigned, holders, spare, price } = paid
  const unassigned = Math.max(0, usable - assigned)
  const kept = Math.min(spare.seats, unassigned)
  const removableSeats = removableSeatsOf(paid)
  return {
    unassignedSeats: unassigned - kept,
    keptSeats: kept,
    keptReason: spare.reason,
    blockedHolders: holders?.blockedHolders ?? null,
    guestHolders: holders?.guestHolders ?? null,
    overAllocatedSeats: usable > 0 ? Math.max(0, assigned - usable) : 0,
    removableSeats,
    removableUnassigned: removableUnassignedOf(paid),
    monthlyAmount: price === null ? null : amountOf(removableSeats, price) / 100,
    removal: seatRemovalOf(removableSeats, paid),
  }
}

/**
 * Sums the savings of licenses; hidden ones and those without savings are skipped. Each line is converted
 * and rounded before it is added.
 */
export function summarizeSavings(
  licenses: readonly TenantLicense[],
  into: SumCurrency,
): SavingsSummary {
  return addSavings(
    licenses.flatMap((license) => summaryOf(license, into)),
    into.currency,
  )
}

/** Sums the savings of tenants, all in the same currency. */
export function addSavings(
  summaries: readonly SavingsSummary[],
  currency: CurrencyCode,
): SavingsSummary {
  const total = (valueOf: (summary: SavingsSummary) => number): number =>
    summaries.reduce((sum, summary) => sum + valueOf(summary), 0)
  const exchange = mergeRates(summaries.map((each) => each.exchange))
  return {
    currency,
    monthlyAmount: total((each) => centsOf(each.monthlyAmount)) / 100,
    monthlyAmountNow: total((each) => centsOf(each.monthlyAmountNow)) / 100,
    removableSeats: total((each) => each.removableSeats),
    unassignedSeats: total((each) => each.unassignedSeats),
    heldSeats: total((each) => each.heldSeats),
    keptSeats: total((each) => each.keptSeats),
    unpricedSeats: total((each) => each.unpricedSeats),
    ...(exchange && { exchange }),
  }
}

/** Returns the seats that can be removed when blocked users and guests return theirs; over-allocation is deducted. */
function removableSeatsOf({ usable, assigned, trialSeats, holders, spare }: PaidSeats): number {
  const reclaimable = Math.min(
    assigned,
    (holders?.blockedHolders ?? 0) + (holders?.guestHolders ?? 0),
  )
  return Math.max(0, usable - trialSeats - (assigned - reclaimable) - spare.seats)
}

/** Returns the removable seats without a holder. Seats that holders return fill spare seats last. */
function removableUnassignedOf({ usable, assigned, trialSeats, spare }: PaidSeats): number {
  return Math.max(0, usable - trialSeats - assigned - spare.seats)
}

function summaryOf(license: TenantLicense, into: SumCurrency): SavingsSummary[] {
  const { isVisible, savings, price, availableUnits } = license
  if (!isVisible || savings === null) return []
  const { removableSeats, removableUnassigned, removal } = savings
  const amountNow = price === null ? null : amountOf(removal.now, price) / 100
  const amount = lineIn(into, savings.monthlyAmount, price)
  return [
    {
      currency: into.currency,
      monthlyAmount: amount ?? 0,
      monthlyAmountNow: lineIn(into, amountNow, price) ?? 0,
      removableSeats,
      unassignedSeats: removableUnassigned,
      heldSeats: removableSeats - removableUnassigned,
      keptSeats: availableUnits - removableUnassigned,
      unpricedSeats: amount === null ? removableSeats : 0,
      ...(removableSeats > 0 && { exchange: ratesOfLine(license, into) }),
    },
  ]
}

/** Returns the amount in cents; integers avoid rounding drift. */
function amountOf(seats: number, { monthly }: Price): number {
  return seats * centsOf(monthly)
}
