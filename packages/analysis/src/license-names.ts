import { productNameOf } from './license-catalog.ts'
import { normalizedPartNumber } from './part-numbers.ts'

interface NamedSku {
  readonly skuId: string
  readonly skuPartNumber: string
}

/** Returns the administrator's name for a SKU, or null when it is blank or repeats the part number. */
export function friendlyNameOf(
  sku: NamedSku,
  friendlyName: string | null | undefined,
): string | null {
  const name = friendlyName?.trim() ?? ''
  const isPartNumber = normalizedPartNumber(name) === normalizedPartNumber(sku.skuPartNumber)
  return name === '' || isPartNumber ? null : name
}

/** Returns the name for display: the administrator's, else the product's, else the part number, else the id. */
export function licenseNameOf(
  sku: NamedSku,
  friendlyName?: string | null,
  addedName?: string | null,
): string {
  return friendlyNameOf(sku, friendlyName) ?? productNameOf(sku, addedName)
}
