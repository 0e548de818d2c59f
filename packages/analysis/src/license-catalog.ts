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
  readonly kind: string
  readonly usdPerUserMonth: number | null
}

const skuById: ReadonlyMap<string, CatalogSku> = new Map(catalog.map((sku) => [sku.skuId, sku]))
const skuByPartNumber: ReadonlyMap<string, CatalogSku> = new Map(
  catalog.map((sku) => [normalizedPartNumber(sku.partNumber), sku]),
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
  const known =
    catalogSku(sku.skuId) ?? skuByPartNumber.get(normalizedPartNumber(sku.skuPartNumber))
  return known?.productName
}

/** Returns the product name: the catalog's, else the name given when the SKU was added, else the part number. */
export function productNameOf(
  sku: { skuId: string; skuPartNumber: string },
  addedName?: string | null,
): string {
  return catalogNameOf(sku) ?? (addedName?.trim() || sku.skuPartNumber.trim() || sku.skuId)
}

/** Returns the part number that decides a SKU's type: the catalog's by id, else its own. */
export function judgedPartNumber(sku: { skuId: string; skuPartNumber: string }): string {
  return normalizedPartNumber(catalogSku(sku.skuId)?.partNumber ?? sku.skuPartNumber)
}
