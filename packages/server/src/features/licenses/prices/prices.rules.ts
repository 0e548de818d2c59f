import { licenseNameOf } from '@tenantscope/analysis/license-names'
import { isValidOn } from '@tenantscope/analysis/prices'
import { PRICE_KIND_NAMES } from '@tenantscope/contract/prices'
import type { LicensePrice, PriceState } from '@tenantscope/contract/prices'
import type { Selectable } from 'kysely'

import { amountOfMinor } from '../../../db/price-facts.ts'
import type { Database } from '../../../db/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { partNumberOf } from '../licenses.rules.ts'
import type { SeenSku } from '../licenses.rules.ts'

export type StoredPrice = Selectable<Database['licensePrices']>

/** A price with the name of its tenant; null for all tenants. */
export interface NamedPrice extends StoredPrice {
  readonly tenantName: string | null
}

/** The prices of one kind of a SKU for one tenant or for all, which never overlap. */
export type PriceSeries = Pick<StoredPrice, 'skuId' | 'tenantId' | 'kind'>

const DAY_MS = 24 * 3_600_000

/** Returns the day before a day. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, day.length)

/** Returns a price as administrators see it. */
export function toLicensePrice(price: NamedPrice, sku: SeenSku | undefined, today: string) {
  const { skuId, tenantId, tenantName, kind, currency, validFrom, validTo, version } = price
  return {
    id: price.id,
    skuId,
    displayName: nameOf(skuId, sku),
    tenantId,
    tenantName,
    kind,
    amount: amountOfMinor(price.amountMinor, currency),
    currency,
    validFrom,
    validTo,
    state: stateOf(price, today),
    version,
    changedBy: price.changedBy,
    changedAt: price.changedAt.toISOString(),
  } satisfies LicensePrice
}

/** Returns the name of the SKU of a price. */
export const nameOf = (skuId: string, sku: SeenSku | undefined): string =>
  licenseNameOf(
    { skuId, skuPartNumber: sku === undefined ? '' : partNumberOf(sku) },
    sku?.friendlyName,
    sku?.productName,
  )

function stateOf(price: StoredPrice, today: string): PriceState {
  if (isValidOn(price, today)) return 'current'
  return price.validFrom !== null && price.validFrom > today ? 'future' : 'past'
}

/** Returns a price as the trail stores it: 'Customer price 19.99 EUR, from 2027-01-01, no end'. */
export function priceEntryText(price: Omit<StoredPrice, 'id' | 'version'>): string {
  const { kind, amountMinor, currency } = price
  const amount = amountOfMinor(amountMinor, currency).toFixed(2)
  return `${PRICE_KIND_NAMES[kind]} ${amount} ${currency}, ${daysText(price)}`
}

const daysText = ({ validFrom, validTo }: Pick<StoredPrice, 'validFrom' | 'validTo'>): string =>
  `${validFrom === null ? 'no start' : `from ${validFrom}`}, ${validTo === null ? 'no end' : `to ${validTo}`}`

/** Refuses a price of which another one of its kind applies on one of the days. */
export function overlapError(other: StoredPrice): AppError {
  const message = `Another price applies on these days: ${priceEntryText(other)}. End it first, or choose other days.`
  return new AppError('CONFLICT', message, { fields: [{ field: 'body.validFrom', message }] })
}
