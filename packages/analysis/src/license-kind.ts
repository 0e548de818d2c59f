import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { LicenseKind, LicenseType } from '@tenantscope/contract/licenses'

import { catalogKindOf } from './license-catalog.ts'
import { normalizedPartNumber } from './part-numbers.ts'
import type { SubscriptionFacts } from './seat-removal.ts'

interface Sku {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly productName: string
}

/** What administrators entered for a SKU. */
interface Entered {
  readonly ownType: LicenseType | null
  /** True when they entered a price above zero. */
  readonly isCharged: boolean
}

/** What a tenant's directory says of a SKU. */
interface TenantFacts {
  readonly appliesTo: string | null
  readonly usable: number
  readonly assigned: number
  /** Subscriptions of this SKU with usable seats. */
  readonly subscriptions: readonly SubscriptionFacts[]
}

/**
 * Returns what a SKU is, without a tenant's facts, in the order of decisions.md (Licenses): the
 * administrator's own type, the catalog, and only for SKUs missing from it the words of their names.
 */
export function licenseKindOf(sku: Sku, { ownType, isCharged }: Entered): LicenseKind {
  const kind = catalogKindOf(sku) ?? kindByWords(sku, isCharged)
  if (ownType === null) return kind
  // 'Free' is coarser than a kind: a trial stays one. Any other type decides where the SKU counts.
  return ownType === 'free' && LICENSE_KINDS[kind].licenseType === 'free' ? kind : ownType
}

/**
 * Returns what a SKU of this kind is in one tenant. An unknown SKU counts as paid only with evidence:
 * users hold it (a price or an administrator's type has decided before).
 */
export function kindInTenant(kind: LicenseKind, facts: TenantFacts): LicenseKind {
  const { appliesTo, subscriptions } = facts
  if (appliesTo?.toLowerCase() === 'company') return 'company-wide'
  const isTrial = subscriptions.length > 0 && subscriptions.every((each) => each.isTrial === true)
  const mayBeBought = LICENSE_KINDS[kind].inCost || kind === 'unknown'
  if (isTrial && mayBeBought) return 'trial'
  return kind === 'unknown' && facts.assigned > 0 && !isPool(facts) ? 'paid' : kind
}

/** Microsoft gives 10,000 to 1,000,000 seats of a license that anybody may have. */
const POOL_FROM = 10_000

/** True for more seats than a customer buys, almost none of them used: a few holders show no purchase. */
const isPool = ({ usable, assigned }: TenantFacts): boolean =>
  usable >= POOL_FROM && assigned * 10 < usable

/** Words in a part number or product name, in this order. */
const WORDS: readonly (readonly [LicenseKind, readonly string[]])[] = [
  ['trial', ['TRIAL', 'VTRIAL', 'EXPLORATORY', 'PREVIEW', 'DEMO']],
  ['self-service', ['VIRAL']],
  ['free', ['FREE']],
]
/** Words that mark a SKU as free only in a product name. */
const FREE_NAME_WORDS = ['DEVELOPER', 'BASIC'] as const
const UNASSIGNED_WORDS: readonly (readonly [LicenseKind, readonly string[]])[] = [
  ['device', ['DEVICE', 'DEVICES', 'SERVER', 'SERVERS']],
  ['company-wide', ['CAPACITY', 'STORAGE']],
]

/** Returns the kind that the words of a name say; with a price a SKU is never free by its name. */
function kindByWords(sku: Sku, hasPrice: boolean): LicenseKind {
  const codeWords = wordsOf(sku.skuPartNumber)
  // Without a name of its own a product is shown by its part number, whose 'BASIC' decides nothing.
  const hasName = normalizedPartNumber(sku.productName) !== normalizedPartNumber(sku.skuPartNumber)
  const nameWords = hasName ? wordsOf(sku.productName) : new Set<string>()
  const kindIn = (words: typeof WORDS) =>
    words.find(([, each]) => each.some((word) => codeWords.has(word) || nameWords.has(word)))?.[0]
  const unassigned = kindIn(UNASSIGNED_WORDS)
  if (hasPrice) return unassigned ?? 'paid'
  const byWord = kindIn(WORDS)
  if (byWord !== undefined) return byWord
  if (FREE_NAME_WORDS.some((word) => nameWords.has(word))) return 'free'
  return unassigned ?? 'unknown'
}

/** Splits into complete words, so that 'Freedom' does not match 'free'; underscores separate words too. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toUpperCase().split(/[^\p{L}\p{N}]+/u))
}
