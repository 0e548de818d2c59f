const ISO_TIME =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<zone>Z|[+-]\d{2}:\d{2})?)?$/u

/**
 * Returns the moment of a text in ISO 8601, or null. A text without a zone is in UTC, so that it means
 * the same on every machine; a day begins at midnight.
 */
export function isoTime(text: string): Date | null {
  const groups = ISO_TIME.exec(text)?.groups
  if (groups === undefined) return null
  const { day = '', time = '00:00', zone = 'Z' } = groups
  const [moment, midnight] = [new Date(`${day}T${time}${zone}`), new Date(`${day}T00:00Z`)]
  if ([moment, midnight].some((each) => Number.isNaN(each.getTime()))) return null
  // JavaScript reads February 30 as March 2.
  return midnight.toISOString().startsWith(day) ? moment : null
}
