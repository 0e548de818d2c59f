const LOCALE = 'en-US'

/** The date and time formats of specification section 9, for screens and files. */
export interface DateText {
  /** 'Nov 06, 2026'. */
  date: (at: Date) => string
  /** 'Nov 06, 2026 at 9:05:03 AM PST': the specified format, with the zone named. */
  dateTime: (at: Date) => string
}

/** Creates the formats for a time zone. */
export function createDateText(timeZone: string): DateText {
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
    date: (at) => day.format(at),
    // The narrow no-break space of newer locale data shows as a box in some fonts and files.
    dateTime: (at) => `${day.format(at)} at ${time.format(at)}`.replaceAll('\u202F', ' '),
  }
}
