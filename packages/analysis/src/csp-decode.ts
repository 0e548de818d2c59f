import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'

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

/** Compares the sources with each other: what one of them knows and another does not. */
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
    recommendations: recommendationsFor(sources, { found, additional, unheld }),
  }
}

/** Every visible SKU that any source knows, once, by name. */
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
  const { choices, now } = sources
  const choice = choices.get(skuId)
  const skuPartNumber = partNumberOf(skuId, [sku, ...(purchases ?? [])])
  const subscriptions = purchases ?? []
  const facts = {
    sold: sku === undefined ? null : describeLicense(sku, { choice, subscriptions, now }),
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

/** People alone tell no part number: then the catalog's, else the id has to do. */
function partNumberOf(
  skuId: string,
  named: readonly ({ readonly skuPartNumber: string | null } | undefined)[],
): string {
  const told = named.map((each) => each?.skuPartNumber?.trim() ?? '').find((name) => name !== '')
  return told ?? catalogSku(skuId)?.partNumber ?? skuId
}

function seatsOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((total, { totalLicenses }) => total + Math.max(0, totalLicenses), 0)
}

/** Who was not seen among some of the people may be among the others. */
function holdersOf(skuId: string, held: HeldSkus | null): number | null {
  return held?.holdersById.get(skuId) ?? (held?.isWhole === true ? 0 : null)
}

function foundIn(
  { sold, purchasedSeats, holders }: Pick<FoundSku, 'sold' | 'purchasedSeats' | 'holders'>,
  isWhole: boolean,
): string {
  const places = [
    sold && `Subscribed SKUs (${counted(sold.enabledUnits, 'usable seat')})`,
    purchasedSeats !== null && `Subscriptions (${counted(purchasedSeats, 'seat')})`,
    holders && `People (${isWhole ? '' : 'at least '}${counted(holders, 'holder')})`,
  ]
  return places.filter(Boolean).join(', ')
}

/** Capacity of the company is held by nobody and in use all the same. */
function isUnheld({ sold, holders }: FoundSku): boolean {
  if (sold === null || sold.enabledUnits <= 0) return false
  const isForPeople = sold.appliesTo?.toLowerCase() !== 'company'
  return isForPeople && sold.consumedUnits <= 0 && (holders ?? 0) === 0
}

function decodedOf({ skuId, skuPartNumber, name, foundIn: places, holders }: FoundSku) {
  return { skuId, skuPartNumber, productName: name, foundIn: places, holders }
}

function variantOf(sku: FoundSku): CspDecodeResult['businessPremiumVariants'][number] {
  const { skuId, skuPartNumber, name, foundIn: places, sold, purchasedSeats, holders } = sku
  return {
    skuId,
    skuPartNumber,
    productName: name,
    foundIn: places,
    prepaidUnits: { enabled: sold?.enabledUnits ?? purchasedSeats },
    consumedUnits: sold?.consumedUnits ?? holders,
  }
}

function firstById(skus: readonly SkuSeats[]): Map<string, SkuSeats> {
  return new Map(skus.toReversed().map((sku) => [sku.skuId.toLowerCase(), sku]))
}

const BY_NAME = new Intl.Collator('en')
