import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'

import { isBusinessPremium } from './business-premium.ts'
import { counted } from './counted.ts'
import { recommendationsFor } from './csp-recommendations.ts'
import type { FoundSku, LicenseSources, Purchase } from './csp-sources.ts'
import type { HeldSkus } from './held-skus.ts'
import { catalogSku } from './license-catalog.ts'
import { licenseNameOf } from './license-names.ts'
import { describeLicense } from './licenses.ts'
import type { SkuSeats } from './licenses.ts'
import { liveSubscriptions } from './seat-removal.ts'

/** Compares the license sources and returns where they differ, with recommendations. */
export function decodeLicenses(
  sources: LicenseSources,
): Omit<CspDecodeResult, 'decodedAt' | 'endpointsTested'> {
  const found = findSkus(sources)
  const additional = found.filter(({ sold }) => sold === null)
  const unheld = found.filter(isUnheld)
  return {
    additionalLicenses: additional.map(decodedOf),
    unheldLicenses: unheld.map((sku) => ({
      ...decodedOf(sku),
      holders: 0,
      enabledUnits: sku.sold?.enabledUnits ?? 0,
    })),
    businessPremiumVariants: found.filter(isBusinessPremium).map(variantOf),
    isComplete: completenessOf(sources),
    recommendations: recommendationsFor(sources, { found, additional, unheld }),
  }
}

/** An empty list says 'none' only when every source that it depends on was read. */
function completenessOf(sources: LicenseSources): CspDecodeResult['isComplete'] {
  const hasSold = sources.subscribedSkus !== null
  const hasAll = hasSold && sources.subscriptions !== null && sources.heldSkus?.isWhole === true
  return { additionalLicenses: hasAll, unheldLicenses: hasSold, businessPremiumVariants: hasAll }
}

/** Returns every visible SKU of any source once, sorted by name. */
function findSkus(sources: LicenseSources): FoundSku[] {
  const purchases = liveSubscriptions(sources.subscriptions ?? [])
  const soldById = firstById(sources.subscribedSkus ?? [])
  const purchasesById = Map.groupBy(purchases, ({ skuId }) => skuId.toLowerCase())
  const held = [...(sources.heldSkus?.holdersById ?? [])].filter(([, holders]) => holders > 0)
  const ids = new Set([...soldById.keys(), ...purchasesById.keys(), ...held.map(([id]) => id)])
  return [...ids]
    .filter((id) => sources.choices.get(id)?.isVisible ?? true)
    .map((id) => foundSku(id, { sources, sku: soldById.get(id), purchases: purchasesById.get(id) }))
    .toSorted((a, b) => BY_NAME.compare(a.name, b.name) || (a.skuId < b.skuId ? -1 : 1))
}

interface Known {
  readonly sources: LicenseSources
  readonly sku: SkuSeats | undefined
  readonly purchases: Purchase[] | undefined
}

function foundSku(skuId: string, { sources, sku, purchases }: Known): FoundSku {
  const { choices, prices, now } = sources
  const choice = choices.get(skuId)
  const skuPartNumber = partNumberOf(skuId, [sku, ...(purchases ?? [])])
  const subscriptions = purchases ?? []
  const facts = {
    sold: sku === undefined ? null : describeLicense(sku, { choice, subscriptions, prices, now }),
    purchasedSeats: purchases === undefined ? null : seatsOf(purchases),
    holders: holdersOf(skuId, sources.heldSkus),
  }
  return {
    skuId,
    skuPartNumber,
    name: licenseNameOf({ skuId, skuPartNumber }, choice?.friendlyName, choice?.productName),
    ...facts,
    foundIn: foundIn(facts, sources.heldSkus?.isWhole ?? false),
  }
}

/** Returns the first part number of the sources, else the catalog's, else the id: users' licenses have no part number. */
function partNumberOf(
  skuId: string,
  named: readonly ({ readonly skuPartNumber: string | null } | undefined)[],
): string {
  const known = named.map((each) => each?.skuPartNumber?.trim() ?? '').find((name) => name !== '')
  return known ?? catalogSku(skuId)?.partNumber ?? skuId
}

function seatsOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((total, { totalLicenses }) => total + Math.max(0, totalLicenses), 0)
}

/** Returns null, not 0, for a SKU without known holders when only some users were read. */
function holdersOf(skuId: string, held: HeldSkus | null): number | null {
  return held?.holdersById.get(skuId) ?? (held?.isWhole === true ? 0 : null)
}

function foundIn(
  { sold, purchasedSeats, holders }: Pick<FoundSku, 'sold' | 'purchasedSeats' | 'holders'>,
  isWhole: boolean,
): string {
  const sources = [
    sold && `Subscribed SKUs (${counted(sold.enabledUnits, 'usable seat')})`,
    purchasedSeats !== null && `Subscriptions (${counted(purchasedSeats, 'seat')})`,
    holders && `Users (${isWhole ? '' : 'at least '}${counted(holders, 'holder')})`,
  ]
  return sources.filter(Boolean).join(', ')
}

/** True for usable seats that users could hold, without a holder. */
function isUnheld({ sold, holders }: FoundSku): boolean {
  if (sold === null || sold.enabledUnits <= 0 || !LICENSE_KINDS[sold.kind].forUsers) return false
  return sold.consumedUnits <= 0 && (holders ?? 0) === 0
}

function decodedOf({ name, skuId, skuPartNumber, foundIn: sources, holders }: FoundSku) {
  return { skuId, skuPartNumber, productName: name, foundIn: sources, holders }
}

function variantOf(sku: FoundSku): CspDecodeResult['businessPremiumVariants'][number] {
  const { skuId, skuPartNumber, name, foundIn: sources, sold, purchasedSeats, holders } = sku
  return {
    skuId,
    skuPartNumber,
    productName: name,
    foundIn: sources,
    prepaidUnits: { enabled: sold?.enabledUnits ?? purchasedSeats },
    consumedUnits: sold?.consumedUnits ?? holders,
  }
}

function firstById(skus: readonly SkuSeats[]): Map<string, SkuSeats> {
  return new Map(skus.toReversed().map((sku) => [sku.skuId.toLowerCase(), sku]))
}

const BY_NAME = new Intl.Collator('en')
