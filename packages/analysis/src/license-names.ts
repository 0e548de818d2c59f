import { productNameOf } from './license-catalog.ts'
import { normalizedPartNumber } from './part-numbers.ts'

interface NamedSku {
  readonly skuId: string
  readonly skuPartNumber: string
}

/** The administrator's name for a SKU; null where there is none, or one that only repeats the part number. */
export function friendlyNameOf(
  sku: NamedSku,
  friendlyName: string | null | undefined,
): string | null {
  const name = friendlyName?.trim() ?? ''
  const isPartNumber = normalizedPartNumber(name) === normalizedPartNumber(sku.skuPartNumber)
  return name === '' || isPartNumber ? null : name
}

/** What screens show: the administrator's name, else the product's, else the part number, else the id. */
export function licenseNameOf(
  sku: NamedSku,
  friendlyName?: string | null,
  addedName?: string | null,
): string {
  return friendlyNameOf(sku, friendlyName) ?? productNameOf(sku, addedName)
}
