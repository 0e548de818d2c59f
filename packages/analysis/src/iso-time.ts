/** Returns a time as ISO 8601 with the offset of a time zone, for files: '2026-11-20T01:00:00-08:00'. */
export function isoTimeIn(timeZone: string, at: string | Date): string {
  const part = partsIn(timeZone, at)
  const day = `${part('year')}-${part('month')}-${part('day')}`
  // 'GMT-08:00', and a bare 'GMT' at no offset.
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}${offset}`
}

/** Returns the day in a time zone, for file names: '2026-11-20'. */
export function isoDayIn(timeZone: string, at: string | Date): string {
  return isoTimeIn(timeZone, at).slice(0, 10)
}

type PartName = Intl.DateTimeFormatPartTypes

function partsIn(timeZone: string, at: string | Date): (name: PartName) => string {
  const parts = formatOf(timeZone).formatToParts(new Date(at))
  return (name) => parts.find(({ type }) => type === name)?.value ?? ''
}

const formats = new Map<string, Intl.DateTimeFormat>()

// Creating a format costs more than formatting a thousand cells with it.
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  formats.set(timeZone, format)
  return format
}
