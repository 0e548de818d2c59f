import { FIRST_TIME_ZONES } from '@tenantscope/contract/limits'

/** How numbers and times read everywhere: American English, in the reader's own time zone, the zone named. */
export interface Format {
  number: (value: number) => string
  /** A whole percentage: 84 reads '84%'. */
  percent: (value: number) => string
  /** 'USD 1,203.50': what a seat or a license costs, to the cent. */
  money: (amount: number, currency: string) => string
  /**
   * 'USD 1,203', below 100 'USD 22.50': what could be saved in all, cut and never rounded up. Without
   * a currency the number alone, for columns whose header names it.
   */
  sum: (amount: number, currency?: string) => string
  /** 'Nov 20, 2026'. */
  date: (at: string | Date) => string
  /** 'Nov 20, 2026 at 9:05:03 AM PST' (the format of specification section 9, with the zone named). */
  dateTime: (at: string | Date) => string
  /** 'just now', '5 minutes ago', 'yesterday'. */
  relative: (at: string | Date, now: Date) => string
}

const LOCALE = 'en-US'
const MISSING = '—'

/** The formats of a reader whose time zone is given. */
export function createFormat(timeZone: string): Format {
  const number = new Intl.NumberFormat(LOCALE)
  const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
  const cents = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const wholeUnits = new Intl.NumberFormat(LOCALE, {
    maximumFractionDigits: 0,
    roundingMode: 'trunc',
  })
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    timeZone,
  })
  const time = new Intl.DateTimeFormat(LOCALE, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    money: (amount, currency) => `${currency} ${cents.format(amount)}`,
    sum: (amount, currency) => {
      const text = (amount < 100 ? cents : wholeUnits).format(amount)
      return currency === undefined ? text : `${currency} ${text}`
    },
    date: (at) => ifValid(at, (moment) => date.format(moment)),
    dateTime: (at) =>
      // The narrow no-break space of newer locale data reads as a box in some fonts and files.
      ifValid(at, (moment) =>
        `${day.format(moment)} at ${time.format(moment)}`.replaceAll('\u202F', ' '),
      ),
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

/** The time zones to choose from: so many of the specified ones first, then every other that the browser knows. */
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
