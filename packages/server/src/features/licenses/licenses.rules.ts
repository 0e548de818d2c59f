import {
  catalogNameOf,
  catalogPartNumber,
  catalogSku,
  productNameOf,
} from '@tenantscope/analysis/license-catalog'
import { licenseContextsOf, retiredNoteOf } from '@tenantscope/analysis/license-contexts'
import { licenseKindOf } from '@tenantscope/analysis/license-kind'
import { friendlyNameOf, licenseNameOf } from '@tenantscope/analysis/license-names'
import { listPriceOf } from '@tenantscope/analysis/license-prices'
import type { SkuChoice } from '@tenantscope/analysis/licenses'
import type { TenantPrices } from '@tenantscope/analysis/prices'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { LicenseVisibilityEntry } from '@tenantscope/contract/license-management'
import { LICENSE_KINDS, LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { License, LicenseType } from '@tenantscope/contract/licenses'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../db/tables.ts'
import { storedText, visibleText } from '../../lib/stored-text.ts'

/** A SKU of any tenant, with the administrators' settings. */
export type SeenSku = Selectable<Database['licenseVisibility']>

/** A SKU with the administrators' settings, as licenses of every tenant are judged with it. */
export type ChosenSku = Omit<SeenSku, 'firstDiscovered' | 'lastSeen'> &
  Pick<SkuChoice, 'firstDiscovered' | 'lastSeen'>

export type VisibilityLogRow = Selectable<Database['licenseVisibilityLog']>

/** Returns a SKU's id as it is stored and compared. */
export function skuKeyOf(skuId: string): string {
  return storedText(skuId).trim().toLowerCase()
}

/** Returns a SKU with its dates as texts. */
export const toChosen = (seen: SeenSku): ChosenSku => ({
  ...seen,
  firstDiscovered: seen.firstDiscovered.toISOString(),
  lastSeen: seen.lastSeen.toISOString(),
})

/** Returns a SKU as administrators see it, with the price for all tenants. */
export function toLicense(
  seen: SeenSku,
  { prices, now }: { prices: TenantPrices; now: Date },
): License {
  const { skuId, ownType } = seen
  const { price, isCharged } = prices.priceOf(skuId)
  const skuPartNumber = partNumberOf(seen)
  const sku = { skuId: shownSkuId(seen), skuPartNumber }
  const productName = productNameOf(sku, seen.productName)
  const friendlyName = friendlyNameOf(sku, seen.friendlyName)
  const judgedKind = licenseKindOf({ ...sku, productName }, { ownType: null, isCharged })
  const kind = licenseKindOf({ ...sku, productName }, { ownType, isCharged })
  const { licenseType } = LICENSE_KINDS[kind]
  const retiredNote = retiredNoteOf({ skuPartNumber, licenseType })
  return {
    ...sku,
    productName,
    friendlyName,
    displayName: friendlyName ?? productName,
    licenseType,
    kind,
    isVisible: seen.isVisible,
    firstDiscovered: seen.firstDiscovered.toISOString(),
    lastSeen: seen.lastSeen.toISOString(),
    listPrice: listPriceOf(skuId, now),
    price,
    ownType,
    judgedKind,
    contexts:
      retiredNote === null ? [...licenseContextsOf({ skuPartNumber, licenseType })] : [retiredNote],
    isKnown: (friendlyName ?? seen.productName ?? catalogNameOf(sku)) !== undefined,
  }
}

/** Returns an entry of the visibility trail, with the current name of its SKU. */
export function toVisibilityEntry(
  { id, skuId, action, changedBy, timestamp, ipAddress, userAgent }: VisibilityLogRow,
  seen: SeenSku | undefined,
): LicenseVisibilityEntry {
  const who = { changedBy, timestamp: timestamp.toISOString(), ipAddress, userAgent }
  return {
    id,
    skuId: seen === undefined ? skuId : shownSkuId(seen),
    displayName: seen === undefined ? null : nameOf(seen),
    action,
    ...who,
  }
}

const nameOf = (seen: SeenSku): string =>
  licenseNameOf(
    { skuId: seen.skuId, skuPartNumber: partNumberOf(seen) },
    seen.friendlyName,
    seen.productName,
  )

/** Returns the part number of the SKU's first sighting; users may hold a SKU that no tenant lists. */
export function partNumberOf({
  skuId,
  skuPartNumber,
}: Pick<SeenSku, 'skuId' | 'skuPartNumber'>): string {
  return skuPartNumber ?? catalogSku(skuId)?.partNumber ?? catalogPartNumber(skuId) ?? ''
}

/** A SKU named by a word, such as its part number, is shown as written; a GUID in lower case. */
function shownSkuId(seen: SeenSku): string {
  const partNumber = partNumberOf(seen)
  return skuKeyOf(partNumber) === seen.skuId ? partNumber.trim() : seen.skuId
}

/** Returns the name of a SKU that was added by hand without GUID: as Microsoft writes it, else as typed. */
export function wordOf(typed: string): string | null {
  return z.guid().safeParse(skuKeyOf(typed)).success
    ? null
    : (catalogPartNumber(typed) ?? visibleText(typed))
}

/** Returns a price as the trail stores it. */
export function priceTextOf(price: { monthly: number; currency: CurrencyCode } | null): string {
  return price === null ? 'list price' : `${price.monthly.toFixed(2)} ${price.currency}`
}

/** Returns a type as the trail stores it. */
export function typeTextOf(ownType: LicenseType | null): string {
  return ownType === null ? 'as judged' : LICENSE_TYPE_NAMES[ownType]
}
