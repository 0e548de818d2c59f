import { isoDayIn } from './iso-time.ts'

const MONTH = 'YYYY-MM'.length
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No clock differs more from UTC. */
const MOST_OFFSET_MS = 16 * HOUR_MS
/** Clocks that are set back at the end of a month repeat at most so much of it. */
const MOST_REPEATED_MS = 3 * HOUR_MS
/** Every zone's clock was changed by a multiple of this. */
const STEP_MS = 15 * MINUTE_MS

/** Returns the month of an instant in a time zone: '2026-11'. */
export function monthIn(timeZone: string, at: Date): string {
  return isoDayIn(timeZone, at).slice(0, MONTH)
}

/** Returns the month that is this many months later; negative numbers are earlier. */
export function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, MONTH)
}

/**
 * Returns the instant at which a month has ended in a time zone. Clocks may be changed at that time: where
 * midnight is skipped the month ends at the change, where the last hour is repeated it ends after the repetition.
 */
export function endOfMonth(month: string, timeZone: string): Date {
  const isOver = (at: number): boolean => monthIn(timeZone, new Date(at)) > month
  const midnight = Date.parse(`${monthAfter(month)}-01T00:00:00.000Z`)
  let end = firstAt(midnight - MOST_OFFSET_MS, midnight + MOST_OFFSET_MS, isOver)
  for (let at = end; at <= end + MOST_REPEATED_MS; at += STEP_MS)
    if (!isOver(at)) end = firstAt(at, at + MOST_REPEATED_MS, isOver)
  return new Date(end)
}

/** Returns the start of a month: the end of the month before. */
export const startOfMonth = (month: string, timeZone: string): Date =>
  endOfMonth(monthAfter(month, -1), timeZone)

/** Returns the first millisecond between a time that is not over and one that is. */
function firstAt(before: number, after: number, isOver: (at: number) => boolean): number {
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isOver(middle)) high = middle
    else low = middle
  }
  return high
}
