import { LicenseKind } from '@tenantscope/contract/licenses'
import { z } from 'zod'

import type { ListedSku } from './product-list.ts'

/** An entry of packages/analysis/src/license-catalog.json. */
export const CatalogEntry = z.object({
  skuId: z.string(),
  partNumber: z.string(),
  productName: z.string(),
  kind: LicenseKind,
  usdPerUserMonth: z.number().nullable(),
  /** False: Microsoft's list no longer contains it. */
  isListed: z.boolean(),
})
export type CatalogEntry = z.infer<typeof CatalogEntry>

interface MergedCatalog {
  readonly catalog: readonly CatalogEntry[]
  readonly added: readonly CatalogEntry[]
  /** One line for each changed value. */
  readonly changed: readonly string[]
  /** No longer in the list, but kept: tenants may have them for years. */
  readonly missing: readonly CatalogEntry[]
}

/** Merges the list into the catalog: names follow the list, reviewed kinds and prices stay. */
export function mergedCatalog(
  known: readonly CatalogEntry[],
  listed: readonly ListedSku[],
): MergedCatalog {
  const knownById = new Map(known.map((entry) => [entry.skuId, entry]))
  const listedIds = new Set(listed.map(({ skuId }) => skuId))
  const added = listed
    .filter(({ skuId }) => !knownById.has(skuId))
    .map((sku) => ({ ...sku, kind: suggestedKind(sku), usdPerUserMonth: null, isListed: true }))
  const unlisted = known.filter(({ skuId }) => !listedIds.has(skuId))
  const kept = listed.flatMap((sku) => {
    const entry = knownById.get(sku.skuId)
    return entry ? [{ ...entry, ...sku, isListed: true }] : []
  })
  const changed = kept.flatMap((entry) => changesOf(knownById.get(entry.skuId), entry))
  const gone = unlisted.map((entry) => ({ ...entry, isListed: false }))
  return {
    catalog: [...kept, ...added, ...gone].toSorted(byPartNumber),
    added,
    changed,
    missing: unlisted.filter(({ isListed }) => isListed),
  }
}

const KIND_WORDS: readonly (readonly [LicenseKind, RegExp])[] = [
  ['trial', /\b(v?trial|test|preview|exploratory)\b/iu],
  ['self-service', /\b(viral|adhoc|self-service)\b/iu],
  ['free', /\bfree\b/iu],
  ['device', /\b(devices?|servers?)\b/iu],
  ['company-wide', /\b(capacity|storage|instance|environment|sandbox)\b/iu],
]

/**
 * Returns the kind that the words of a new SKU suggest, for a review; without such a word 'unknown',
 * which is never waste by itself.
 */
function suggestedKind({ partNumber, productName }: ListedSku): LicenseKind {
  const words = `${partNumber} ${productName}`.replaceAll('_', ' ')
  return KIND_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'unknown'
}

function changesOf(before: CatalogEntry | undefined, after: CatalogEntry): string[] {
  return (['partNumber', 'productName'] as const).flatMap((name) =>
    before === undefined || before[name] === after[name]
      ? []
      : `${after.partNumber} ${name}: "${before[name]}" is now "${after[name]}"`,
  )
}

function byPartNumber(a: CatalogEntry, b: CatalogEntry): number {
  const [one, other] = [a, b].map(({ partNumber, skuId }) => `${partNumber} ${skuId}`)
  return (one ?? '').localeCompare(other ?? '', 'en')
}
