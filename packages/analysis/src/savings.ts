import type { TenantLicense } from '@tenantscope/contract/licenses'
import { CURRENCY } from '@tenantscope/contract/savings'
import type { LicenseSavings, Price, SavingsSummary } from '@tenantscope/contract/savings'

import { seatRemovalOf } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

/** How many people hold a SKU, as counted over the stored people. */
export interface HolderCounts {
  readonly holders: number
  readonly blockedHolders: number
  /** Guests who can sign in: nobody is counted twice. */
  readonly guestHolders: number
}

interface PaidSeats {
  readonly usable: number
  readonly assigned: number
  /** Usable seats that cost nothing, since they come from a trial. */
  readonly trialSeats: number
  /** Null: the people could not be read. */
  readonly holders: HolderCounts | null
  readonly spare: { readonly seats: number; readonly reason: string | null }
  readonly price: Price | null
  /** Of this SKU alone. */
  readonly subscriptions: readonly SubscriptionFacts[]
  readonly now: Date
}

/** What could be saved on one paid SKU of one tenant (decisions.md, Licenses). */
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
    monthlyAmount: price === null ? null : amountOf(removableSeats, price) / 100,
    removal: seatRemovalOf(removableSeats, paid),
  }
}

/** The sum over licenses; those that have no savings, or are hidden, add nothing. */
export function summarizeSavings(licenses: readonly TenantLicense[]): SavingsSummary {
  return addSavings(licenses.flatMap(summaryOf))
}

/** The sum over tenants. */
export function addSavings(summaries: readonly SavingsSummary[]): SavingsSummary {
  const total = (valueOf: (summary: SavingsSummary) => number): number =>
    summaries.reduce((sum, summary) => sum + valueOf(summary), 0)
  return {
    currency: CURRENCY,
    monthlyAmount: total((each) => centsOf(each.monthlyAmount)) / 100,
    monthlyAmountNow: total((each) => centsOf(each.monthlyAmountNow)) / 100,
    removableSeats: total((each) => each.removableSeats),
    unpricedSeats: total((each) => each.unpricedSeats),
  }
}

/** Seats that could go if blocked people and guests gave theirs back; over-allocation is settled first. */
function removableSeatsOf({ usable, assigned, trialSeats, holders, spare }: PaidSeats): number {
  const reclaimable = Math.min(
    assigned,
    (holders?.blockedHolders ?? 0) + (holders?.guestHolders ?? 0),
  )
  return Math.max(0, usable - trialSeats - (assigned - reclaimable) - spare.seats)
}

function summaryOf({ isVisible, savings, price }: TenantLicense): SavingsSummary[] {
  if (!isVisible || savings === null) return []
  const { removableSeats, removal } = savings
  return [
    {
      currency: CURRENCY,
      monthlyAmount: savings.monthlyAmount ?? 0,
      monthlyAmountNow: price === null ? 0 : amountOf(removal.now, price) / 100,
      removableSeats,
      unpricedSeats: price === null ? removableSeats : 0,
    },
  ]
}

/** In cents: whole numbers add up without drift. */
function amountOf(seats: number, { monthly }: Price): number {
  return seats * centsOf(monthly)
}

function centsOf(amount: number): number {
  return Math.round(amount * 100)
}
