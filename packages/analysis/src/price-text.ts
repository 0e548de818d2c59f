import type { CurrencyCode, ExchangeRate, UsedRates } from '@tenantscope/contract/currencies'
import type { Price, PriceSource } from '@tenantscope/contract/savings'

/** What an amount rests on, in words. */
export const PRICE_SOURCE_NAMES = {
  list: 'list price',
  own: 'customer price',
  tenant: 'customer price of this tenant',
} as const satisfies Record<PriceSource, string>

/** Formats an amount with its currency, and a day. */
interface Words {
  readonly money: (amount: number, currency: CurrencyCode) => string
  readonly date: (day: string) => string
}

/** Returns what a price rests on: 'list price USD 22.00 at 1 USD = 0.92 EUR of Nov 01, 2026'. */
export function priceSourceText({ source, convertedFrom }: Price, words: Words): string {
  if (convertedFrom === undefined) return PRICE_SOURCE_NAMES[source]
  const { monthly, currency, rates } = convertedFrom
  return `${PRICE_SOURCE_NAMES[source]} ${words.money(monthly, currency)} at ${ratesText(rates, words)}`
}

/** Returns why a price is left out; null when no rate is missing. */
export const missingRateText = (missing: readonly CurrencyCode[] | undefined): string | null =>
  missing === undefined || missing.length === 0
    ? null
    : `no exchange rate for ${missing.join(', ')}`

/** Returns the rates of a sum as sentences; null when it rests on none. */
export function exchangeText(exchange: UsedRates | undefined, words: Words): string | null {
  if (exchange === undefined) return null
  const { rates, missing } = exchange
  return [
    ...(rates.length === 0 ? [] : [`Converted at ${ratesText(rates, words)}.`]),
    ...(missing.length === 0
      ? []
      : [`Amounts without an exchange rate are not included: ${missing.join(', ')}.`]),
  ].join(' ')
}

const ratesText = (rates: readonly ExchangeRate[], { date }: Words): string =>
  rates
    .map(
      ({ currency, unitsPerUsd, validFrom }) =>
        `1 USD = ${unitsPerUsd} ${currency} of ${date(validFrom)}`,
    )
    .join(', ')
