import type { Purchase } from '@tenantscope/analysis/csp-sources'
import type { LiveHoldings } from '@tenantscope/analysis/held-skus'
import type { SkuSeats } from '@tenantscope/analysis/licenses'
import type { LicenseHolder } from '@tenantscope/graph-client/read/license-holders'
import type { SubscribedSku } from '@tenantscope/graph-client/read/subscribed-skus'
import type { Subscription } from '@tenantscope/graph-client/read/subscriptions'

import { storedTime } from '../../lib/stored-text.ts'

/** The ends of a live call. */
export interface Ends {
  /** Aborts at the time limit. */
  readonly late: AbortSignal
  /** Aborts when the client disconnects or the server stops. */
  readonly left: AbortSignal
}

/** Converts Microsoft's live reply to the format of stored SKUs. */
export function seatsOf(sku: SubscribedSku): SkuSeats {
  const { prepaidUnits: units } = sku
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber,
    appliesTo: sku.appliesTo,
    capabilityStatus: sku.capabilityStatus ?? 'Unknown',
    consumedUnits: wholeNumber(sku.consumedUnits),
    enabledUnits: wholeNumber(units.enabled),
    warningUnits: wholeNumber(units.warning),
    suspendedUnits: wholeNumber(units.suspended),
    lockedOutUnits: wholeNumber(units.lockedOut),
    servicePlans: [],
  }
}

export function purchaseOf(subscription: Subscription): Purchase {
  return {
    skuId: subscription.skuId,
    skuPartNumber: subscription.skuPartNumber,
    status: subscription.status,
    isTrial: subscription.isTrial,
    totalLicenses: wholeNumber(subscription.totalLicenses),
    createdDateTime: dateOf(subscription.createdDateTime),
    nextLifecycleDateTime: dateOf(subscription.nextLifecycleDateTime),
  }
}

/** Counts how many of these users hold each SKU. */
export function heldBy({
  people,
  isWhole,
}: {
  people: readonly LicenseHolder[]
  isWhole: boolean
}): LiveHoldings {
  const holdersById = new Map<string, number>()
  for (const { assignedLicenses } of people) {
    for (const skuId of new Set(assignedLicenses.map((each) => each.skuId)))
      holdersById.set(skuId, (holdersById.get(skuId) ?? 0) + 1)
  }
  return { held: Array.from(holdersById, ([skuId, holders]) => ({ skuId, holders })), isWhole }
}

function dateOf(text: string | null): Date | null {
  const time = storedTime(text)
  return time === null ? null : new Date(time)
}

function wholeNumber(value: number): number {
  return Number.isSafeInteger(Math.trunc(value)) ? Math.trunc(value) : 0
}
