import { isoTimeIn } from '@tenantscope/analysis/iso-time'

const MINUTE_MS = 60_000
/** Every zone's clocks are put, and differ from UTC, by a multiple of this. */
const STEP_MINUTES = 15
const FURTHEST_MINUTES = 50 * 60

/**
 * The first minute after `after` when the zone's clocks show the time of a day or, where they leave it
 * out, more; a time that they show twice comes once.
 */
export function nextBackupAfter(
  { time, timeZone }: { time: string; timeZone: string },
  after: Date,
): Date {
  const from = Math.floor(after.getTime() / MINUTE_MS)
  const shownAt = (minute: number) =>
    isoTimeIn(timeZone, new Date(minute * MINUTE_MS)).slice(0, 'yyyy-mm-ddThh:mm'.length)
  const now = shownAt(from)
  const today = now.slice(0, 'yyyy-mm-dd'.length)
  const slot = now < `${today}T${time}` ? `${today}T${time}` : `${dayAfter(today)}T${time}`
  const isDue = (minute: number): boolean => shownAt(minute) >= slot
  for (let step = from; step < from + FURTHEST_MINUTES; step += STEP_MINUTES) {
    if (!isDue(step + STEP_MINUTES)) continue
    for (let minute = step + 1; minute <= step + STEP_MINUTES; minute += 1)
      if (isDue(minute)) return new Date(minute * MINUTE_MS)
  }
  throw new Error('No scheduled time found within two days')
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS)
  return next.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
