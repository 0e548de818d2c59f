import { catalogSku, productNameOf } from '@tenantscope/analysis/license-catalog'
import { friendlyNameOf } from '@tenantscope/analysis/license-names'
import { listPriceOf, priceOf } from '@tenantscope/analysis/license-prices'
import { licenseTypeOf } from '@tenantscope/analysis/license-type'
import type { License } from '@tenantscope/contract/licenses'
import { CURRENCY } from '@tenantscope/contract/savings'
import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { storedText } from '../../lib/stored-text.ts'

/** A SKU that was seen in any tenant, and what the administrators say of it. */
export type SeenSku = Selectable<Database['licenseVisibility']>

/** A SKU's id as it is kept and compared, whoever sent it. */
export function skuKeyOf(skuId: string): string {
  return storedText(skuId).trim().toLowerCase()
}

/** A SKU of the installation as administrators see it. */
export function toLicense(seen: SeenSku, now: Date): License {
  const { skuId, monthlyPriceCents } = seen
  const skuPartNumber = partNumberOf(seen)
  const sku = { skuId, skuPartNumber }
  const productName = productNameOf(sku)
  const friendlyName = friendlyNameOf(sku, seen.friendlyName)
  return {
    ...sku,
    productName,
    friendlyName,
    displayName: friendlyName ?? productName,
    licenseType: licenseTypeOf({ ...sku, productName }),
    isVisible: seen.isVisible,
    firstDiscovered: seen.firstDiscovered.toISOString(),
    lastSeen: seen.lastSeen.toISOString(),
    listPrice: listPriceOf(skuId, now),
    price: priceOf(skuId, { monthlyPriceCents, now }),
  }
}

/** With which part number the SKU was first seen; people may hold one that no tenant lists. */
export function partNumberOf({ skuId, skuPartNumber }: SeenSku): string {
  return skuPartNumber ?? catalogSku(skuId)?.partNumber ?? ''
}

/** A price as the trail keeps it. */
export function priceTextOf(cents: number | null): string {
  return cents === null ? 'list price' : `${(cents / 100).toFixed(2)} ${CURRENCY}`
}
