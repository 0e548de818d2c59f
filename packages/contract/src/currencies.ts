import { z } from 'zod'

/** The currency of list prices (decisions.md, Licenses), and of sums until an administrator changes it. */
export const LIST_CURRENCY = 'USD'

/** ISO 4217 codes of currencies that can be chosen, with the digits after the decimal point. */
const CURRENCY_DIGITS = {
  AED: 2,
  ARS: 2,
  AUD: 2,
  BGN: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  CNY: 2,
  COP: 2,
  CRC: 2,
  CZK: 2,
  DKK: 2,
  EGP: 2,
  EUR: 2,
  GBP: 2,
  GEL: 2,
  HKD: 2,
  HUF: 2,
  IDR: 2,
  ILS: 2,
  INR: 2,
  ISK: 0,
  JPY: 0,
  KES: 2,
  KRW: 0,
  KZT: 2,
  MAD: 2,
  MXN: 2,
  MYR: 2,
  NGN: 2,
  NOK: 2,
  NZD: 2,
  PEN: 2,
  PHP: 2,
  PKR: 2,
  PLN: 2,
  QAR: 2,
  RON: 2,
  RSD: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TRY: 2,
  TWD: 2,
  UAH: 2,
  USD: 2,
  UYU: 2,
  VND: 0,
  ZAR: 2,
} as const satisfies Record<string, 0 | 2>

const CODES = Object.keys(CURRENCY_DIGITS) as (keyof typeof CURRENCY_DIGITS)[]

export const CurrencyCode = z.enum(CODES, 'Choose a currency')
export type CurrencyCode = z.infer<typeof CurrencyCode>

/** Returns the digits after the decimal point of an amount. */
export const digitsOf = (currency: CurrencyCode): 0 | 2 => CURRENCY_DIGITS[currency]

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
