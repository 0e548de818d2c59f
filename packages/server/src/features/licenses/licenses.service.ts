import { priceBookOf } from '@tenantscope/analysis/prices'
import type { PriceBook } from '@tenantscope/analysis/prices'
import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { LicenseVisibilityEntry } from '@tenantscope/contract/license-management'
import type { License, LicenseType } from '@tenantscope/contract/licenses'

import { amountOfMinor } from '../../db/price-facts.ts'
import type { Trx } from '../../db/tables.ts'
import { AppError, badField } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'
import type { AuditLogService, By, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { LicensesRepo, SkuChange } from './licenses.repo.ts'
import {
  priceTextOf,
  skuKeyOf,
  toChosen,
  toLicense,
  toVisibilityEntry,
  typeTextOf,
  wordOf,
} from './licenses.rules.ts'
import type { ChosenSku, SeenSku } from './licenses.rules.ts'
import { setAllTenantsPrice } from './prices/all-tenants-price.ts'
import type { PriceBooks } from './prices/price-books.service.ts'
import type { PricesRepo } from './prices/prices.repo.ts'
import type { StoredPrice } from './prices/prices.rules.ts'

export type LicensesService = ReturnType<typeof createLicensesService>

/** Manages the SKUs of the installation: visibility, prices and types. */
export function createLicensesService(deps: {
  repo: LicensesRepo
  prices: PricesRepo
  priceBooks: PriceBooks
  auditLog: AuditLogService
  /** Called after the settings of a SKU were stored: the checks of licenses use them. */
  afterChange: (skuId: string) => Promise<void>
  clock: Clock
}) {
  const { repo, prices, priceBooks, auditLog, afterChange, clock } = deps

  async function present(sku: SeenSku, within: Trx): Promise<License> {
    const now = clock.now()
    const book = priceBookOf(await prices.facts(within), now)
    return toLicense(sku, { prices: book.of(null), now })
  }

  /** Stores one change of one SKU with its trail entry; null: nothing changes. */
  async function change(
    { skuId, by }: { skuId: string; by: By },
    work: (trx: Trx, sku: SeenSku) => Promise<Change | null>,
  ): Promise<License> {
    const license = await repo.transaction(async (trx) => {
      const sku = await repo.lock(trx, skuKeyOf(skuId))
      if (sku === undefined) throw new AppError('NOT_FOUND', 'No tenant has had this SKU')
      const changed = await work(trx, sku)
      if (changed === null) return present(sku, trx)
      const { row, ...entry } = changed
      if (row !== null) await repo.update(trx, sku.skuId, row)
      const stored = await present({ ...sku, ...row }, trx)
      await record(trx, { license: stored, by, ...entry })
      return stored
    })
    await afterChange(skuKeyOf(skuId))
    return license
  }

  function record(
    trx: Trx,
    { license, by, ...entry }: { license: License; by: By } & Omit<Change, 'row'>,
  ): Promise<void> {
    const details = `${license.displayName} (${license.skuId})`
    const who = { changedBy: by.actor, source: by.source }
    return auditLog.change({ type: 'license', ...entry, ...who, details }, trx)
  }

  function logVisibility(
    trx: Trx,
    { skuId, isVisible, by }: { skuId: string; isVisible: boolean; by: By },
  ): Promise<void> {
    return repo.logVisibility(trx, {
      skuId,
      action: isVisible ? 'VISIBLE' : 'HIDDEN',
      changedBy: by.actor.name,
      timestamp: clock.now(),
      ipAddress: by.source.ipAddress,
      userAgent: by.source.userAgent,
    })
  }

  return {
    /** The prices of today of every tenant; `seen`: their revision, where the caller has just read it. */
    priceBook: (seen?: string): Promise<PriceBook> => priceBooks.current(seen),

    /** The administrators' settings, by SKU id in lower case. */
    async choices(): Promise<ReadonlyMap<string, ChosenSku>> {
      return new Map((await repo.list()).map((sku) => [sku.skuId, toChosen(sku)]))
    },

    /** All known SKUs, including hidden ones, by name. */
    async list(): Promise<License[]> {
      const now = clock.now()
      const [skus, book] = await Promise.all([repo.list(), priceBooks.current()])
      const ofAll = book.of(null)
      const licenses = skus.map((sku) => toLicense(sku, { prices: ofAll, now }))
      return licenses.toSorted(
        (a, b) => BY_NAME.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1),
      )
    },

    setVisibility: (skuId: string, isVisible: boolean, by: By): Promise<License> =>
      change({ skuId, by }, async (trx, sku) => {
        if (sku.isVisible === isVisible) return null
        await logVisibility(trx, { skuId: sku.skuId, isVisible, by })
        return {
          row: { isVisible },
          action: isVisible ? 'license shown' : 'license hidden',
          oldValue: visibilityText(sku.isVisible),
          newValue: visibilityText(isVisible),
        }
      }),

    /** For all tenants from today, in USD per seat and month; null resets to the list price. */
    setPrice: (skuId: string, monthlyPrice: number | null, by: By): Promise<License> =>
      change({ skuId, by }, async (trx, sku) => {
        const asked = { skuId: sku.skuId, monthlyPrice }
        const changed = { changedBy: by.actor.name, changedAt: clock.now() }
        const { before, hasChanged } = await setAllTenantsPrice(
          { repo: prices, trx },
          asked,
          changed,
        )
        if (!hasChanged) return null
        return {
          row: null,
          action: 'license price changed',
          oldValue: priceTextOf(before && priceOfRow(before)),
          newValue: priceTextOf(
            monthlyPrice === null ? null : { monthly: monthlyPrice, currency: LIST_CURRENCY },
          ),
        }
      }),

    /** Sets the price of exported data, in US cents, for all tenants from today. */
    async importPrice(
      trx: Trx,
      { skuId, monthlyPriceCents }: { skuId: string; monthlyPriceCents: number | null },
      by: By,
    ): Promise<void> {
      const monthlyPrice = monthlyPriceCents === null ? null : monthlyPriceCents / 100
      const changed = { changedBy: by.actor.name, changedAt: clock.now() }
      await setAllTenantsPrice({ repo: prices, trx }, { skuId, monthlyPrice }, changed)
    },

    /** Adds a SKU by hand, also without a tenant that has it; refused when it exists. */
    add: (added: AddedSku, by: By): Promise<License> =>
      repo.transaction(async (trx) => {
        const skuId = skuKeyOf(added.skuId)
        if (skuId === '') throw badField('skuId', 'SKU ID is required')
        const now = clock.now()
        const sku = await repo.add(trx, {
          skuId,
          skuPartNumber: wordOf(added.skuId),
          productName: visibleText(oneLine(added.productName ?? '')),
          friendlyName: visibleText(oneLine(added.friendlyName ?? '')),
          isVisible: added.isVisible,
          firstDiscovered: now,
          lastSeen: now,
        })
        if (sku === undefined) throw alreadyThere()
        const { isVisible } = sku
        if (!isVisible) await logVisibility(trx, { skuId, isVisible, by })
        const license = await present(sku, trx)
        const newValue = visibilityText(isVisible)
        await record(trx, { license, by, action: 'license added', newValue })
        return license
      }),

    setFriendlyName: (skuId: string, typed: string, by: By): Promise<License> =>
      change({ skuId, by }, async (_trx, sku) => {
        const friendlyName = visibleText(oneLine(typed))
        if (friendlyName === null) throw badField('friendlyName', 'Friendly name is required')
        if (sku.friendlyName === friendlyName) return null
        return {
          row: { friendlyName },
          action: 'license renamed',
          oldValue: sku.friendlyName,
          newValue: friendlyName,
        }
      }),

    /** Null resets to the computed type. */
    setType: (skuId: string, ownType: LicenseType | null, by: By): Promise<License> =>
      change({ skuId, by }, async (_trx, sku) => {
        if (sku.ownType === ownType) return null
        return {
          row: { ownType },
          action: 'license type changed',
          oldValue: typeTextOf(sku.ownType),
          newValue: typeTextOf(ownType),
        }
      }),

    /** Changes of visibility, newest first; a limit of 0 means all. */
    async visibilityLog(limit: number): Promise<LicenseVisibilityEntry[]> {
      const entries = await repo.listVisibilityLog(limit === 0 ? null : limit)
      const seen = new Map((await repo.list()).map((sku) => [sku.skuId, sku]))
      return entries.map((entry) => toVisibilityEntry(entry, seen.get(entry.skuId)))
    },

    /** Stores SKUs of a live request; returns the number of new ones. */
    recordDiscovered: (
      skus: readonly { skuId: string; skuPartNumber: string }[],
      by: By,
    ): Promise<number> =>
      repo.transaction(async (trx) => {
        const added = await repo.countNew(
          trx,
          skus.map(({ skuId }) => skuId),
        )
        await repo.recordSeen(trx, skus, clock.now())
        const entry = { type: 'license', action: 'licenses discovered' } as const
        const newValue = `${skus.length} found, ${added} new`
        await auditLog.change({ ...entry, newValue, changedBy: by.actor, source: by.source }, trx)
        return added
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
  /** Null: only a price has changed. */
  readonly row: SkuChange | null
}

const priceOfRow = ({ amountMinor, currency }: StoredPrice) => ({
  monthly: amountOfMinor(amountMinor, currency),
  currency,
})

interface AddedSku {
  readonly skuId: string
  readonly productName?: string | undefined
  readonly friendlyName?: string | undefined
  readonly isVisible: boolean
}

const BY_NAME = new Intl.Collator('en')

const visibilityText = (isVisible: boolean): string => (isVisible ? 'visible' : 'hidden')

function alreadyThere(): AppError {
  const message = 'This SKU is already in the list'
  return new AppError('CONFLICT', message, { fields: [{ field: 'body.skuId', message }] })
}
