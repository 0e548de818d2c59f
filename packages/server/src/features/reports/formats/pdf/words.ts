import { createDateText } from '@tenantscope/analysis/date-text'
import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { LicenseReport } from '@tenantscope/contract/report-document'

export type Words = ReturnType<typeof createWords>

export const NOT_KNOWN = '—'

/** Formats numbers and times as on the screens; times are in the report's zone, which is named. */
export function createWords(timeZone: string, currency: CurrencyCode = LIST_CURRENCY) {
  const number = new Intl.NumberFormat('en-US')
  const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
  const cents = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const { date, dateTime } = createDateText(timeZone)
  return {
    number: (value: number): string => number.format(value),
    /** Returns a percentage without decimals. */
    percent: (value: number): string => percent.format(value / 100),
    /** Returns an amount to the cent, without its currency. */
    amount: (value: number): string => cents.format(value),
    currency,
    money: (value: number, shown: string = currency): string => `${shown} ${cents.format(value)}`,
    date: (at: string): string => date(new Date(at)),
    time: (at: string): string => dateTime(new Date(at)),
  }
}

/** 'one license', '3 licenses'. */
export function counted(words: Words, count: number, one: string): string {
  return `${words.number(count)} ${count === 1 ? one : `${one}s`}`
}

/** True when the report contains prices; shared ones never do. */
export function hasPrices({ isRedacted, licenses }: LicenseReport): boolean {
  if (isRedacted) return false
  return licenses.some(({ monthlySavings }) => typeof monthlySavings === 'number')
}
