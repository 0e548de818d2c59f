import { catalogSku } from './license-catalog.ts'

/**
 * True for Microsoft 365 Business Premium in any form: with or without Teams, for the EEA, as a
 * donation. The catalog decides where it knows the id, since the part numbers mislead:
 * O365_BUSINESS_PREMIUM and SMB_BUSINESS_PREMIUM are Business Standard.
 */
export function isBusinessPremium(sku: { skuId: string; skuPartNumber: string }): boolean {
  const known = catalogSku(sku.skuId)
  if (known !== undefined) return foldedWords(known.productName).startsWith(PRODUCT)
  const partNumber = foldedWords(sku.skuPartNumber)
  return partNumber.startsWith('_SPB_') || partNumber.startsWith(PRODUCT)
}

const PRODUCT = '_MICROSOFT_365_BUSINESS_PREMIUM_'

/** Returns the words of a text in upper case, separated and enclosed by underscores. */
function foldedWords(text: string): string {
  return `_${text.toUpperCase()}_`.replaceAll(/[^\p{L}\p{N}]+/gu, '_')
}
