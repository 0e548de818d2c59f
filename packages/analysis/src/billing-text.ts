const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the name of a month: 'November 2026' for '2026-11'. */
export function monthName(month: string): string {
  return name.format(new Date(`${month}-01T00:00:00.000Z`))
}

/** Returns the difference to the month before with its sign; null when one of the numbers is not known. */
export function differenceText(
  before: number | null,
  people: number | null,
  number: (value: number) => string,
): string | null {
  if (before === null || people === null) return null
  const difference = people - before
  if (difference === 0) return number(0)
  return difference > 0 ? `+${number(difference)}` : `−${number(-difference)}`
}
