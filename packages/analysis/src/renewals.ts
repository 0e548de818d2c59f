import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { LicenseKind, TenantLicense } from '@tenantscope/contract/licenses'
import type { Renewal, RenewalEvent } from '@tenantscope/contract/renewals'
import type { Price } from '@tenantscope/contract/savings'

import { centsOf } from './exchange.ts'
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
type SkuOfRenewal = Pick<
  TenantLicense,
  'displayName' | 'kind' | 'price' | 'missingRates' | 'savings'
>

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
  | 'missingRates'
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
    return own.flatMap((each) => renewalOf(each, { sku, removableById }))
  })
}

/** True where something is paid: not for trials, suspended seats and kinds that are not bought. */
export const isPaidRenewal = ({ kind, event }: Pick<Renewal, 'kind' | 'event'>): boolean =>
  LICENSE_KINDS[kind].inCost && event !== 'trialEnds' && event !== 'deleted'

function renewalOf(
  bought: Subscription,
  { sku, removableById }: { sku: SkuOfRenewal; removableById: ReadonlyMap<string, number> | null },
): RenewalOfTenant[] {
  const { id, skuId, skuPartNumber, nextLifecycleDateTime } = bought
  const { displayName, kind, price, missingRates } = sku
  const isTrial = bought.isTrial === true || kind === 'trial'
  const event = renewalEventOf({ status: bought.status, isTrial })
  if (nextLifecycleDateTime === null || event === null) return []
  const seats = bought.hasSeats ? Math.max(0, bought.totalLicenses) : null
  const isPaid = LICENSE_KINDS[kind].inCost && !isTrial && isLive(bought)
  return [
    {
      subscriptionId: id,
      skuId,
      skuPartNumber,
      displayName,
      kind,
      renewsAt: nextLifecycleDateTime.toISOString(),
      event,
      seats,
      price,
      ...(missingRates && { missingRates }),
      ...(isPaid && seats !== null
        ? { monthlyCost: costOf(seats, price), removableSeats: removableOf(id, removableById) }
        : { monthlyCost: null, removableSeats: null }),
    },
  ]
}

const costOf = (seats: number, price: Price | null): number | null =>
  price === null ? null : (seats * centsOf(price.monthly)) / 100

const removableOf = (id: string, byId: ReadonlyMap<string, number> | null): number | null =>
  byId === null ? null : (byId.get(id) ?? 0)

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
