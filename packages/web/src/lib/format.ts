import { createDateText } from '@tenantscope/analysis/date-text'
import { FIRST_TIME_ZONES } from '@tenantscope/contract/limits'

/** Formats numbers and times: American English, in the reader's time zone, with the zone named. */
export interface Format {
  number: (value: number) => string
  /** Formats a percentage without decimals: '84%'. */
  percent: (value: number) => string
  /**
   * Formats an amount to the cent, so that the decimals of a column align: 'USD 1,203.50'. Without a
   * currency only the number, for columns whose header names it.
   */
  money: (amount: number, currency?: string) => string
  /** 'Nov 06, 2026'. */
  date: (at: string | Date) => string
  /** A calendar day such as '2026-11-06', which has no time zone: 'Nov 06, 2026'. */
  day: (day: string) => string
  /** 'Nov 06, 2026 at 9:05:03 AM PST' (the format of specification section 9, with the zone named). */
  dateTime: (at: string | Date) => string
  /** 'just now', '5 minutes ago', 'yesterday'. */
  relative: (at: string | Date, now: Date) => string
}

const LOCALE = 'en-US'
const MISSING = '—'
const DAY = createDateText('UTC')

/** Creates the formats for a time zone. */
export function createFormat(timeZone: string): Format {
  const number = new Intl.NumberFormat(LOCALE)
  const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
  const cents = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  const { date, dateTime } = createDateText(timeZone)
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    money: (amount, currency) =>
      currency === undefined ? cents.format(amount) : `${currency} ${cents.format(amount)}`,
    date: (at) => ifValid(at, date),
    day: (day) => ifValid(day, DAY.date),
    dateTime: (at) => ifValid(at, dateTime),
    relative: (at, now) => ifValid(at, (moment) => relativeText(relative, moment, now)),
  }
}

function ifValid(at: string | Date, format: (moment: Date) => string): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? MISSING : format(moment)
}

const STEPS = [
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 30 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400, until: 365 * 86_400 },
  { unit: 'year', seconds: 365 * 86_400, until: Infinity },
] as const

function relativeText(format: Intl.RelativeTimeFormat, moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000
  const distance = Math.abs(seconds)
  const step = STEPS.find(({ until }) => distance < until)
  if (distance < 60 || step === undefined) return 'just now'
  return format.format(Math.trunc(seconds / step.seconds), step.unit)
}

/** Returns the selectable time zones: the first of the specified ones, then all others that the browser knows. */
export function timeZones(most: number = FIRST_TIME_ZONES.length): {
  first: readonly string[]
  others: readonly string[]
} {
  const first = FIRST_TIME_ZONES.slice(0, most)
  return {
    first,
    others: Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone)),
  }
}
