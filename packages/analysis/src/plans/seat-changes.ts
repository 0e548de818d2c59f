import type { SeatRemoval } from '@tenantscope/contract/savings'

import { seatRemovalOf } from '../seat-removal.ts'
import type { CheapestSets } from './cheapest-sets.ts'
import type { PlanSku } from './plan-needs.ts'

/** What a proposal means for the seats of one SKU. */
export interface SeatChange {
  readonly skuId: string
  /** Seats of the judged people, before and after. */
  readonly before: number
  readonly after: number
  /** Seats that can be removed, and when. */
  readonly removal: SeatRemoval
  /** Released seats that were never bought: they end an over-allocation and remove nothing. */
  readonly notBought: number
  /** Additional seats that are paid already and that no user holds. */
  readonly fromUnassigned: number
  readonly toBuy: number
}

/** Returns the SKUs whose seats a proposal changes. */
export function seatChangesOf(
  { seats }: Pick<CheapestSets, 'seats'>,
  skus: readonly PlanSku[],
  now: Date,
): SeatChange[] {
  return skus.flatMap(({ skuId, boughtSeats, otherHolders, subscriptions }) => {
    const { before, after } = seats.get(skuId) ?? { before: 0, after: 0 }
    if (before === after) return []
    const released = Math.max(0, before - after)
    const more = Math.max(0, after - before)
    const holders = before + otherHolders
    const notBought = Math.min(released, Math.max(0, holders - boughtSeats))
    const fromUnassigned = Math.min(more, Math.max(0, boughtSeats - holders))
    const removal = seatRemovalOf(released - notBought, { subscriptions, now })
    return [
      { skuId, before, after, removal, notBought, fromUnassigned, toBuy: more - fromUnassigned },
    ]
  })
}
