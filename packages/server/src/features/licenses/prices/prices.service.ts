import { utcDay } from '@tenantscope/analysis/renewals'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type {
  LicensePrice,
  listPrices,
  PriceInput,
  PriceValues,
} from '@tenantscope/contract/prices'

import { minorOfAmount } from '../../../db/price-facts.ts'
import type { Trx } from '../../../db/tables.ts'
import { AppError, badField } from '../../../lib/app-error.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../../lib/changed-meanwhile.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { AuditLogService, By } from '../../audit-log/audit-log.service.ts'
import type { LicensesRepo } from '../licenses.repo.ts'
import { skuKeyOf } from '../licenses.rules.ts'
import type { SeenSku } from '../licenses.rules.ts'
import type { PricesRepo } from './prices.repo.ts'
import { nameOf, overlapError, priceEntryText, toLicensePrice } from './prices.rules.ts'
import type { StoredPrice } from './prices.rules.ts'

export type PricesService = ReturnType<typeof createPricesService>

/** Manages what customers pay for licenses, and what they cost; for administrators only. */
export function createPricesService(deps: {
  repo: PricesRepo
  skus: Pick<LicensesRepo, 'list' | 'lock'>
  auditLog: Pick<AuditLogService, 'change'>
  /** Called after a price of a SKU was stored: the checks of licenses use it. */
  afterChange: (skuId: string) => Promise<void>
  clock: Clock
}) {
  const { repo, skus, auditLog, afterChange, clock } = deps

  /** Prices of one SKU change one after the other. */
  async function lockSku(trx: Trx, skuId: string): Promise<SeenSku> {
    const sku = await skus.lock(trx, skuKeyOf(skuId))
    if (sku === undefined) throw badField('skuId', 'This license is not in the list of licenses')
    return sku
  }

  async function lockPrice(trx: Trx, id: number, version: number) {
    const found = await repo.find(trx, id)
    if (found === undefined) throw priceNotFound()
    const sku = await lockSku(trx, found.skuId)
    const price = await repo.find(trx, id)
    if (price === undefined) throw priceNotFound()
    const { changedBy: updatedBy, changedAt: updatedAt } = price
    refuseOldVersion(version, { version: price.version, updatedBy, updatedAt })
    return { price, sku }
  }

  async function finish(trx: Trx, by: By, { sku, before, after }: Change): Promise<void> {
    await repo.noteChange(trx)
    await auditLog.change(
      {
        type: 'license',
        action:
          before === null ? 'price added' : after === null ? 'price removed' : 'price changed',
        ...recordedBy(by),
        tenantId: (after ?? before)?.tenantId ?? null,
        oldValue: before && priceEntryText(before),
        newValue: after && priceEntryText(after),
        details: `${nameOf(sku.skuId, sku)} (${sku.skuId})`,
      },
      trx,
    )
  }

  async function stored(trx: Trx, id: number, sku: SeenSku): Promise<LicensePrice> {
    const price = await repo.find(trx, id)
    if (price === undefined) throw priceNotFound()
    return toLicensePrice(price, sku, utcDay(clock.now()))
  }

  const written = ({ amount, currency, validFrom, validTo }: PriceValues, by: By) => ({
    amountMinor: minorOfAmount(amount, currency),
    currency,
    validFrom,
    validTo,
    changedBy: by.actor.name,
    changedAt: clock.now(),
  })

  return {
    async list(): Promise<CallReply<typeof listPrices>> {
      const today = utcDay(clock.now())
      const [rows, seen, { currency }] = await Promise.all([repo.list(), skus.list(), repo.facts()])
      const skuById = new Map(seen.map((sku) => [sku.skuId, sku]))
      const prices = rows.map((row) => toLicensePrice(row, skuById.get(row.skuId), today))
      return {
        // The order of the rows stays within one license.
        prices: prices.toSorted((a, b) => BY_NAME.compare(a.displayName, b.displayName)),
        currency,
      }
    },

    async add({ tenantId, kind, ...given }: PriceInput, by: By): Promise<LicensePrice> {
      const price = await repo.transaction(async (trx) => {
        const sku = await lockSku(trx, given.skuId)
        if (tenantId !== null && !(await repo.hasTenant(trx, tenantId)))
          throw badField('tenantId', 'This tenant does not exist')
        const after = { skuId: sku.skuId, tenantId, kind, ...written(given, by) }
        const other = await repo.findOverlapping(trx, after, after)
        if (other !== undefined) throw overlapError(other)
        const id = await repo.add(trx, after)
        await finish(trx, by, { sku, before: null, after })
        return stored(trx, id, sku)
      })
      await afterChange(price.skuId)
      return price
    },

    async change(
      id: number,
      { version, ...given }: PriceValues & { version: number },
      by: By,
    ): Promise<LicensePrice> {
      const price = await repo.transaction(async (trx) => {
        const { price: before, sku } = await lockPrice(trx, id, version)
        const change = written(given, by)
        const other = await repo.findOverlapping(trx, before, { ...change, except: id })
        if (other !== undefined) throw overlapError(other)
        await repo.change(trx, id, change)
        await finish(trx, by, { sku, before, after: { ...before, ...change } })
        return stored(trx, id, sku)
      })
      await afterChange(price.skuId)
      return price
    },

    async remove(id: number, version: number, by: By): Promise<{ message: string }> {
      const skuId = await repo.transaction(async (trx) => {
        const { price, sku } = await lockPrice(trx, id, version)
        await repo.remove(trx, id)
        await finish(trx, by, { sku, before: price, after: null })
        return sku.skuId
      })
      await afterChange(skuId)
      return { message: 'The price was removed' }
    },
  }
}

type Changed = Omit<StoredPrice, 'id' | 'version'>

interface Change {
  readonly sku: SeenSku
  /** Null: the price is new. */
  readonly before: Changed | null
  /** Null: the price is removed. */
  readonly after: Changed | null
}

const BY_NAME = new Intl.Collator('en')

const priceNotFound = (): AppError => new AppError('NOT_FOUND', 'Price not found')
