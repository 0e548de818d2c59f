import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { LicenseKind, TenantLicense } from '@tenantscope/contract/licenses'
import type { Renewal, RenewalEvent } from '@tenantscope/contract/renewals'

import { centsOf } from './savings.ts'
import { isLive, removalBySubscription } from './seat-removal.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

/** A stored subscription with its stable id. */
export interface Subscription extends SubscriptionFacts {
  readonly id: string
  /** Of the SKU; null when Microsoft did not return it. */
  readonly skuPartNumber: string | null
  /** False when Microsoft did not return the number of seats; then it is stored as 0. */
  readonly hasSeats: boolean
}

/** What the renewals of a tenant show of the SKU of a subscription. */
type SkuOfRenewal = Pick<TenantLicense, 'displayName' | 'kind' | 'price' | 'savings'>

/** The fields of a renewal that follow from the subscriptions and licenses of one tenant. */
export interface RenewalOfTenant extends Pick<
  Renewal,
  | 'subscriptionId'
  | 'skuId'
  | 'displayName'
  | 'kind'
  | 'renewsAt'
  | 'event'
  | 'seats'
  | 'price'
  | 'monthlyCost'
  | 'removableSeats'
> {
  readonly skuPartNumber: string | null
}

const EVENTS = {
  ENABLED: 'renewsOrEnds',
  WARNING: 'graceEnds',
  SUSPENDED: 'deleted',
} as const satisfies Record<string, RenewalEvent>

const isNamed = (status: string): status is keyof typeof EVENTS => Object.hasOwn(EVENTS, status)

/** Returns what happens when the present state ends; null for a subscription that is deleted already. */
export function renewalEventOf({
  status,
  isTrial,
}: {
  status: string | null
  isTrial: boolean
}): RenewalEvent | null {
  const state = status?.trim().toUpperCase() ?? ''
  if (state === 'DELETED') return null
  if (!isNamed(state)) return 'changes'
  return state === 'ENABLED' && isTrial ? 'trialEnds' : EVENTS[state]
}

/** True for kinds whose renewals are listed: whatever is bought, and trials, which end. */
const isListed = (kind: LicenseKind): boolean =>
  kind === 'trial' || LICENSE_KINDS[kind].licenseType !== 'free'

/**
 * Returns the next date of each subscription; those without a date never end and are not listed. `skuOf`
 * returns null for a hidden license.
 */
export function renewalsOfTenant(
  subscriptions: readonly Subscription[],
  {
    skuOf,
    now,
  }: { skuOf: (subscriptions: readonly Subscription[]) => SkuOfRenewal | null; now: Date },
): RenewalOfTenant[] {
  const bySku = Map.groupBy(subscriptions, ({ skuId }) => skuId.toLowerCase())
  return [...bySku.values()].flatMap((own) => {
    const sku = skuOf(own)
    if (sku === null || !isListed(sku.kind)) return []
    const removableById = removableSeatsOf(own, sku, now)
    return own.flatMap((each) => {
      const { nextLifecycleDateTime } = each
      const isTrial = each.isTrial === true || sku.kind === 'trial'
      const event = renewalEventOf({ status: each.status, isTrial })
      if (nextLifecycleDateTime === null || event === null) return []
      const seats = each.hasSeats ? Math.max(0, each.totalLicenses) : null
      const { displayName, kind, price } = sku
      const isPaid = LICENSE_KINDS[kind].inCost && !isTrial && isLive(each)
      return {
        subscriptionId: each.id,
        skuId: each.skuId,
        skuPartNumber: each.skuPartNumber,
        displayName,
        kind,
        renewsAt: nextLifecycleDateTime.toISOString(),
        event,
        seats,
        price,
        monthlyCost:
          isPaid && price !== null && seats !== null
            ? (seats * centsOf(price.monthly)) / 100
            : null,
        removableSeats:
          isPaid && seats !== null && removableById !== null
            ? (removableById.get(each.id) ?? 0)
            : null,
      }
    })
  })
}

/** Returns the removable seats by subscription; null when not known or never waste. */
function removableSeatsOf(
  subscriptions: readonly Subscription[],
  { savings }: SkuOfRenewal,
  now: Date,
): ReadonlyMap<string, number> | null {
  if (savings === null) return null
  const { removals } = removalBySubscription(savings.removableSeats, { subscriptions, now })
  return new Map(removals.map(({ subscription, seats }) => [subscription.id, seats]))
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns the day of a time in UTC, as in '2027-03-01'. */
export const utcDay = (at: string | Date): string =>
  (typeof at === 'string' ? at : at.toISOString()).slice(0, 'YYYY-MM-DD'.length)

/** Returns the days from today to a renewal, in UTC; 0 is today, less is past. */
export function daysUntil(renewsAt: string, now: Date): number {
  return Math.round((Date.parse(utcDay(renewsAt)) - Date.parse(utcDay(now))) / DAY_MS)
}
