import type { TenantId } from '@tenantscope/contract/ids'

import type { GenerationOfTenant } from '../../../db/generation-rows.ts'
import type { Trx } from '../../../db/tables.ts'
import { firstMonth, monthsAfter, movedTo } from './billing-calendar.rules.ts'
import type { BillingOpenRepo, BillingTenant, OpenMonthRow } from './billing-open.repo.ts'
import type { BillingReadingsRepo } from './billing-readings.repo.ts'

export type BillingOpening = ReturnType<typeof createBillingOpening>

/** Opens months, and stores on which reading they rest. The caller holds the lock of the tenant. */
export function createBillingOpening(deps: {
  open: BillingOpenRepo
  readings: Pick<BillingReadingsRepo, 'removeUnused'>
}) {
  const { open, readings } = deps

  /** Opens the months up to now, and moves the last one to the time zone in force. Returns the open ones. */
  async function openUntil(
    trx: Trx,
    tenantId: TenantId,
    { tenant, now }: { tenant: BillingTenant; now: Date },
  ): Promise<OpenMonthRow[]> {
    const { timeZone, isBilled } = tenant
    const rows = await open.list(tenantId, trx)
    const last = rows.at(-1)
    if (last === undefined) {
      if (!isBilled) return []
      await open.open(trx, tenantId, [firstMonth(now, tenant)])
      return open.list(tenantId, trx)
    }
    const moved = last.timeZone === timeZone ? null : movedTo(timeZone, { open: last, now })
    if (moved !== null) await open.move(trx, tenantId, moved)
    const next = isBilled ? monthsAfter(moved ?? last, { now, timeZone }) : []
    await open.open(trx, tenantId, next)
    return moved === null && next.length === 0 ? rows : open.list(tenantId, trx)
  }

  return {
    openUntil,

    /** The month that contains `at` rests on this reading, which is the tenant's current one. */
    async restOn(
      trx: Trx,
      { tenantId, generationId }: GenerationOfTenant,
      at: Date,
    ): Promise<void> {
      const tenant = await open.lock(trx, tenantId)
      if (tenant === undefined || tenant.currentId !== generationId) return
      await openUntil(trx, tenantId, { tenant, now: at })
      await open.restOn(trx, tenantId, { generationId, at })
      await readings.removeUnused(trx, { tenantId, generationId })
    },
  }
}
