import type { License } from '@tenantscope/contract/licenses'
import type { Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { LicensesRepo } from './licenses.repo.ts'
import { priceTextOf, skuKeyOf, toLicense } from './licenses.rules.ts'
import type { SeenSku } from './licenses.rules.ts'

export type LicensesService = ReturnType<typeof createLicensesService>

type Trx = Transaction<Database>

/** The SKUs of the installation: which are shown, and what a seat of them costs. */
export function createLicensesService(deps: {
  repo: LicensesRepo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, auditLog, clock } = deps

  /** One change of one SKU with its entry in the trail; null: nothing changes. */
  function change(
    { skuId, by }: { skuId: string; by: By },
    work: (trx: Trx, sku: SeenSku) => Promise<Change | null>,
  ): Promise<License> {
    return repo.transaction(async (trx) => {
      const sku = await repo.lock(trx, skuKeyOf(skuId))
      if (sku === undefined)
        throw new AppError('NOT_FOUND', 'No tenant was ever seen with this SKU')
      const changed = await work(trx, sku)
      if (changed === null) return toLicense(sku, clock.now())
      const { row, ...entry } = changed
      await repo.update(trx, sku.skuId, row)
      const license = toLicense({ ...sku, ...row }, clock.now())
      const details = `${license.displayName} (${sku.skuId})`
      const who = { changedBy: by.actor, source: by.source, target: null }
      await auditLog.change({ type: 'license', ...entry, ...who, details }, trx)
      return license
    })
  }

  return {
    /** What the administrators chose, by SKU id in lower case. */
    async choices(): Promise<ReadonlyMap<string, SeenSku>> {
      return new Map((await repo.list()).map((sku) => [sku.skuId, sku]))
    },

    /** Every SKU that was ever seen, hidden ones too, by name. */
    async list(): Promise<License[]> {
      const now = clock.now()
      const licenses = (await repo.list()).map((sku) => toLicense(sku, now))
      return licenses.toSorted(
        (a, b) => BY_NAME.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1),
      )
    },

    setVisibility: (skuId: string, isVisible: boolean, by: By): Promise<License> =>
      change({ skuId, by }, async (trx, sku) => {
        if (sku.isVisible === isVisible) return null
        await repo.logVisibility(trx, {
          skuId: sku.skuId,
          action: isVisible ? 'VISIBLE' : 'HIDDEN',
          changedBy: by.actor.name,
          timestamp: clock.now(),
          ipAddress: by.source.ipAddress,
          userAgent: by.source.userAgent,
        })
        return {
          row: { isVisible },
          action: isVisible ? 'license shown' : 'license hidden',
          oldValue: visibilityText(sku.isVisible),
          newValue: visibilityText(isVisible),
        }
      }),

    /** In USD per seat and month; null returns to the list price. */
    setPrice: (skuId: string, monthlyPrice: number | null, by: By): Promise<License> =>
      change({ skuId, by }, async (_trx, sku) => {
        const monthlyPriceCents = monthlyPrice === null ? null : Math.round(monthlyPrice * 100)
        if (sku.monthlyPriceCents === monthlyPriceCents) return null
        return {
          row: { monthlyPriceCents },
          action: 'license price changed',
          oldValue: priceTextOf(sku.monthlyPriceCents),
          newValue: priceTextOf(monthlyPriceCents),
        }
      }),

    /** Called by each refresh in the transaction that publishes what it read. */
    recordSeen: (
      trx: Trx,
      skus: readonly { skuId: string; skuPartNumber: string }[],
      at: Date,
    ): Promise<void> => repo.recordSeen(trx, skus, at),
  }
}

interface Change extends Pick<ChangeEntry, 'action' | 'oldValue' | 'newValue'> {
  readonly row: Partial<Pick<SeenSku, 'isVisible' | 'monthlyPriceCents'>>
}

const BY_NAME = new Intl.Collator('en')

const visibilityText = (isVisible: boolean): string => (isVisible ? 'visible' : 'hidden')
