import type { LicenseType } from '@tenantscope/contract/licenses'

import { catalogSku, judgedPartNumber } from './license-catalog.ts'

/**
 * The specification's own lists, by part number. Microsoft lists Skype plan 1 (MCOIMP) as retired;
 * the specification counts it as free.
 */
const LISTED: ReadonlyMap<string, LicenseType> = new Map([
  ['MCOIMP', 'free'],
  ['AAD_BASIC', 'retired'],
  ['AAD_PREMIUM', 'context-dependent'],
  ['SPB', 'context-dependent'],
  ['ENTERPRISEPACK', 'context-dependent'],
])

const TYPE_OF_KIND: ReadonlyMap<string, LicenseType> = new Map([
  ['retired', 'retired'],
  ['free', 'free'],
  ['trial', 'free'],
  ['paid', 'paid'],
])

/** Words in a part number or product name that mark a SKU as free. */
const FREE_WORDS = ['TRIAL', 'VIRAL', 'FREE', 'EXPLORATORY', 'PREVIEW', 'DEMO'] as const
/** Words that mark a SKU as free only in its product name. */
const FREE_NAME_WORDS = ['DEVELOPER', 'BASIC'] as const

interface Sku {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly productName: string
}

/**
 * Returns the type of a SKU, decided in the order of decisions.md (Licenses): the administrator's own
 * type, the lists, the catalog. Words of the name decide only for SKUs missing from the catalog.
 */
export function licenseTypeOf(sku: Sku, ownType: LicenseType | null): LicenseType {
  if (ownType !== null) return ownType
  const known = catalogSku(sku.skuId)
  const listed = LISTED.get(judgedPartNumber(sku))
  if (listed !== undefined) return listed
  if (known !== undefined) return TYPE_OF_KIND.get(known.kind) ?? 'paid'
  return isFreeByName(sku) ? 'free' : 'paid'
}

function isFreeByName({ skuPartNumber, productName }: Sku): boolean {
  const codeWords = wordsOf(skuPartNumber)
  const nameWords = wordsOf(productName)
  return (
    FREE_WORDS.some((word) => codeWords.has(word) || nameWords.has(word)) ||
    FREE_NAME_WORDS.some((word) => nameWords.has(word))
  )
}

/** Splits into complete words, so that 'Freedom' does not match 'free'; underscores separate words too. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toUpperCase().split(/[^\p{L}\p{N}]+/u))
}
