import { LicenseKind } from '@tenantscope/contract/licenses'

import catalog from './license-catalog.json' with { type: 'json' }
import { normalizedPartNumber } from './part-numbers.ts'

/**
 * One SKU of Microsoft's licensing reference ("Product names and service plan identifiers for
 * licensing"). The price is the list price in USD per user and month on an annual term.
 */
interface CatalogSku {
  readonly skuId: string
  readonly partNumber: string
  readonly productName: string
  readonly kind: LicenseKind
  readonly usdPerUserMonth: number | null
  /** False: Microsoft's list no longer contains it. */
  readonly isListed: boolean
}

/** Every SKU, by tools/license-catalog.ts from Microsoft's list; a review decides its kind. */
export const CATALOG: readonly CatalogSku[] = catalog.map((sku) => ({
  ...sku,
  kind: LicenseKind.parse(sku.kind),
}))

const skuById: ReadonlyMap<string, CatalogSku> = new Map(CATALOG.map((sku) => [sku.skuId, sku]))
const skuByPartNumber: ReadonlyMap<string, CatalogSku> = new Map(
  CATALOG.map((sku) => [normalizedPartNumber(sku.partNumber), sku]),
)

/** Returns the SKU with this id. Two SKUs may share a name or a part number, never an id. */
export function catalogSku(skuId: string): CatalogSku | undefined {
  return skuById.get(skuId.toLowerCase())
}

/** Returns a typed part number in Microsoft's spelling, or undefined when the catalog does not contain it. */
export function catalogPartNumber(typed: string): string | undefined {
  return skuByPartNumber.get(normalizedPartNumber(typed))?.partNumber
}

/** Returns Microsoft's product name, by the SKU's id, else by its part number. */
export function catalogNameOf(sku: { skuId: string; skuPartNumber: string }): string | undefined {
  return knownSku(sku)?.productName
}

/** Returns the kind of a SKU, by its id, else by its part number; undefined when it is not listed. */
export function catalogKindOf(sku: {
  skuId: string
  skuPartNumber: string
}): LicenseKind | undefined {
  return knownSku(sku)?.kind
}

/** Returns the product name: the catalog's, else the name given when the SKU was added, else the part number. */
export function productNameOf(
  sku: { skuId: string; skuPartNumber: string },
  addedName?: string | null,
): string {
  return catalogNameOf(sku) ?? (addedName?.trim() || sku.skuPartNumber.trim() || sku.skuId)
}

function knownSku(sku: { skuId: string; skuPartNumber: string }): CatalogSku | undefined {
  return catalogSku(sku.skuId) ?? skuByPartNumber.get(normalizedPartNumber(sku.skuPartNumber))
}
