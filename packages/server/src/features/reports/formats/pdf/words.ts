import type { ReportDocument } from '@tenantscope/contract/report-document'
import { CURRENCY } from '@tenantscope/contract/savings'

/** How numbers and times read in the file: as on the screens, times in the report's zone, which is named. */
export interface Words {
  readonly number: (value: number) => string
  /** A whole percentage. */
  readonly percent: (value: number) => string
  /** An amount to the cent, without its currency. */
  readonly amount: (value: number) => string
  readonly money: (value: number) => string
  readonly time: (at: string) => string
}

export const NOT_KNOWN = '—'

export function createWords(timeZone: string): Words {
  const number = new Intl.NumberFormat('en-US')
  const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
  const cents = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    amount: (value) => cents.format(value),
    money: (value) => `${CURRENCY} ${cents.format(value)}`,
    time: (at) => {
      const moment = new Date(at)
      return `${date.format(moment)} at ${clock.format(moment)}`.replaceAll('\u202F', ' ')
    },
  }
}

/** 'one license', '3 licenses'. */
export function counted(words: Words, count: number, one: string): string {
  return `${words.number(count)} ${count === 1 ? one : `${one}s`}`
}

/** Whether the report tells money at all: shared ones never do. */
export function tellsMoney({ isRedacted, licenses }: ReportDocument): boolean {
  if (isRedacted) return false
  return licenses.some(({ monthlySavings }) => typeof monthlySavings === 'number')
}
