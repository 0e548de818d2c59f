import { z } from 'zod'

/** The currency of list prices (decisions.md, Licenses), and of sums until an administrator changes it. */
export const LIST_CURRENCY = 'USD'

/** ISO 4217 codes of currencies that can be chosen: those with two decimals, or none. */
const CODES = [
  'AED',
  'ARS',
  'AUD',
  'BGN',
  'BRL',
  'CAD',
  'CHF',
  'CLP',
  'CNY',
  'COP',
  'CRC',
  'CZK',
  'DKK',
  'EGP',
  'EUR',
  'GBP',
  'GEL',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'ISK',
  'JPY',
  'KES',
  'KRW',
  'KZT',
  'MAD',
  'MXN',
  'MYR',
  'NGN',
  'NOK',
  'NZD',
  'PEN',
  'PHP',
  'PKR',
  'PLN',
  'QAR',
  'RON',
  'RSD',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'TWD',
  'UAH',
  'USD',
  'UYU',
  'VND',
  'ZAR',
] as const

export const CurrencyCode = z.enum(CODES, 'Choose a currency')
export type CurrencyCode = z.infer<typeof CurrencyCode>

const WITHOUT_DECIMALS: ReadonlySet<CurrencyCode> = new Set(['CLP', 'ISK', 'JPY', 'KRW', 'VND'])

/** Returns the digits after the decimal point of an amount. */
export const digitsOf = (currency: CurrencyCode): 0 | 2 => (WITHOUT_DECIMALS.has(currency) ? 0 : 2)

/** An administrator's rate, from a day on: how many units of the currency are one US dollar. */
export const ExchangeRate = z.object({
  currency: CurrencyCode,
  unitsPerUsd: z.number().positive(),
  validFrom: z.iso.date(),
})
export type ExchangeRate = z.infer<typeof ExchangeRate>

/** The rates that an amount rests on, and the currencies whose rate is missing, so that they are left out. */
export const UsedRates = z.object({
  rates: z.array(ExchangeRate),
  missing: z.array(CurrencyCode),
})
export type UsedRates = z.infer<typeof UsedRates>
