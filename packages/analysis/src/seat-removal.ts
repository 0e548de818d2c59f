import { SEAT_REMOVAL_WINDOW_DAYS } from '@tenantscope/contract/limits'
import type { SeatRemoval } from '@tenantscope/contract/savings'

/** A stored subscription of a SKU. */
export interface SubscriptionFacts {
  readonly skuId: string
  /** Enabled, Warning, Suspended, Deleted or LockedOut; Microsoft may add others. */
  readonly status: string | null
  readonly isTrial: boolean | null
  readonly totalLicenses: number
  readonly createdDateTime: Date | null
  /** When it renews, or changes to its next state. */
  readonly nextLifecycleDateTime: Date | null
}

const WINDOW_MS = SEAT_REMOVAL_WINDOW_DAYS * 24 * 60 * 60 * 1_000
/** Subscriptions in these states have no usable seats. */
const ENDED = new Set(['SUSPENDED', 'DELETED', 'LOCKEDOUT'])

/** True for a subscription whose seats are usable. */
export const isLive = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  !ENDED.has(status?.trim().toUpperCase() ?? '')

/** Returns the subscriptions whose seats are usable. */
export function liveSubscriptions<Subscription extends SubscriptionFacts>(
  subscriptions: readonly Subscription[],
): Subscription[] {
  return subscriptions.filter(isLive)
}

interface Given<Subscription extends SubscriptionFacts> {
  readonly subscriptions: readonly Subscription[]
  readonly now: Date
}

/** Removable seats of one subscription. */
export interface SubscriptionRemoval<Subscription extends SubscriptionFacts> {
  readonly subscription: Subscription
  readonly seats: number
  /** Null: they can be removed now. */
  readonly renewsAt: Date | null
}

/**
 * Distributes removable seats over the subscriptions that contain them: first those that can be removed
 * now, then by renewal, the earliest first. Seats without a known date are left over.
 *
 * Only a purchase opens the window of 'now'. A renewal opens one too, but Microsoft returns neither the
 * term nor its start. A subscription bought four years ago that renews in 360 days may have been renewed
 * last week for a year, or two years ago for three. An end date that was aligned with another
 * subscription proves nothing. Wrongly reporting a seat as removable is worse than reporting it only
 * at its renewal.
 */
export function removalBySubscription<Subscription extends SubscriptionFacts>(
  seats: number,
  { subscriptions, now }: Given<Subscription>,
): { removals: SubscriptionRemoval<Subscription>[]; notKnown: number } {
  const paid = liveSubscriptions(subscriptions).filter(({ isTrial }) => isTrial !== true)
  const isOpen = (each: SubscriptionFacts): boolean => wasJustBought(each, now)
  let left = seats
  const take = (subscription: Subscription, renewsAt: Date | null) => {
    const taken = Math.min(left, Math.max(0, subscription.totalLicenses))
    left -= taken
    return { subscription, seats: taken, renewsAt }
  }
  const atRenewal = byRenewal(
    paid.filter((each) => !isOpen(each)),
    now,
  )
  const removals = [
    ...paid.filter(isOpen).map((each) => take(each, null)),
    ...atRenewal.map(({ date, subscription }) => take(subscription, date)),
  ]
  return { removals, notKnown: left }
}

/** Returns when the given number of seats can be removed. */
export function seatRemovalOf(seats: number, given: Given<SubscriptionFacts>): SeatRemoval {
  const { removals, notKnown } = removalBySubscription(seats, given)
  let removableNow = 0
  const atRenewal = new Map<string, { date: string; seats: number }>()
  for (const { seats: taken, renewsAt } of removals) {
    if (renewsAt === null) removableNow += taken
    if (renewsAt === null || taken === 0) continue
    const date = renewsAt.toISOString()
    // Renewals on the same day are shown as one date.
    const day = date.slice(0, 10)
    const before = atRenewal.get(day)
    atRenewal.set(day, { date: before?.date ?? date, seats: (before?.seats ?? 0) + taken })
  }
  return { now: removableNow, atRenewal: [...atRenewal.values()], notKnown }
}

/** Returns when live subscriptions renew or end, earliest first; the end of a grace period is no renewal. */
export function renewalsOf(subscriptions: readonly SubscriptionFacts[], now: Date) {
  const lasting = liveSubscriptions(subscriptions).filter(
    ({ status }) => status?.trim().toUpperCase() !== 'WARNING',
  )
  const byDay = new Map<string, { date: string; seats: number }>()
  for (const { date: renewsAt, subscription } of byRenewal(lasting, now)) {
    const date = renewsAt.toISOString()
    const day = date.slice(0, 10)
    const before = byDay.get(day)
    const seats = (before?.seats ?? 0) + Math.max(0, subscription.totalLicenses)
    byDay.set(day, { date: before?.date ?? date, seats })
  }
  return [...byDay.values()]
}

function wasJustBought({ createdDateTime }: SubscriptionFacts, now: Date): boolean {
  if (createdDateTime === null) return false
  const age = now.getTime() - createdDateTime.getTime()
  return age >= 0 && age <= WINDOW_MS
}

/** Returns the subscriptions with a future renewal, earliest first. */
function byRenewal<Subscription extends SubscriptionFacts>(
  subscriptions: readonly Subscription[],
  now: Date,
): { date: Date; subscription: Subscription }[] {
  return subscriptions
    .flatMap((subscription) => {
      const { nextLifecycleDateTime: date } = subscription
      return date !== null && date > now ? [{ date, subscription }] : []
    })
    .toSorted((a, b) => a.date.getTime() - b.date.getTime())
}
