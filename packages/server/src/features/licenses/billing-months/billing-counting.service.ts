import type { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows, PartFailure } from '@tenantscope/contract/parts'

import type { GenerationOfTenant } from '../../../db/generation-rows.ts'
import type { Trx } from '../../../db/tables.ts'
import type { TenantSeatsService } from '../tenant-seats.service.ts'
import { isGoodReading, missingRows } from './billing-months.rules.ts'
import type { BillingOpening } from './billing-opening.service.ts'
import type { BillingReadingsRepo } from './billing-readings.repo.ts'

export type BillingCounting = ReturnType<typeof createBillingCounting>

/** What could not be read. */
interface ReadOutcome {
  readonly failures: readonly Pick<PartFailure, 'part'>[]
  readonly malformedRows: readonly Pick<MalformedRows, 'part' | 'malformed'>[]
}

/** Counts the licensed people of readings. */
export function createBillingCounting(deps: {
  repo: BillingReadingsRepo
  seats: Pick<TenantSeatsService, 'judgeOne'>
  opening: Pick<BillingOpening, 'restOn'>
}) {
  const { repo, seats, opening } = deps

  /**
   * Counts a reading that is about to be published. The returned function stores the numbers within the
   * publishing transaction; null when the reading is not good, so that the month rests on an earlier one.
   */
  async function count(
    generation: GenerationOfTenant,
    { failures, malformedRows }: ReadOutcome,
  ): Promise<((trx: Trx, at: Date) => Promise<void>) | null> {
    if (!isGoodReading(failures)) return null
    const { visible } = await seats.judgeOne({ ...generation, hasPeople: true, isInactive: false })
    const licenses = visible
      .filter(({ countsAsPaid }) => countsAsPaid)
      .map(({ skuId, skuPartNumber, enabledUnits }) => ({
        skuId,
        skuPartNumber,
        seats: enabledUnits,
      }))
    await repo.count(generation, { licenses, malformedRows: missingRows(malformedRows) })
    return (trx, at) => opening.restOn(trx, generation, at)
  }

  return {
    count,

    /** Counts the current reading, for a month that was opened after it was published. */
    async countCurrent(tenantId: TenantId): Promise<void> {
      const current = await repo.findCurrent(tenantId)
      if (current === undefined) return
      const { generationId, dataAsOf, ...outcome } = current
      const store = await count({ tenantId, generationId }, outcome)
      if (store !== null) await repo.transaction((trx) => store(trx, dataAsOf))
    },
  }
}
