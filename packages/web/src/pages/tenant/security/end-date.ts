import { isoDayIn } from '@tenantscope/analysis/iso-time'

import { endOfDay } from '../../../lib/day-bounds.ts'

const DEFAULT_MONTHS = 3
const MOST_MONTHS = 12

/** The days on which an accepted risk may end, in a time zone: '2027-02-26'. */
export function endDays(
  now: Date,
  timeZone: string,
): { first: string; usual: string; last: string } {
  const today = isoDayIn(timeZone, now)
  return {
    first: laterDay(today, { days: 1 }),
    usual: laterDay(today, { months: DEFAULT_MONTHS }),
    // The end of this day is still within the months.
    last: laterDay(laterDay(today, { months: MOST_MONTHS }), { days: -1 }),
  }
}

/** Returns the last second of a day in a time zone; empty for no day. */
export function endOf(day: string, timeZone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return ''
  return new Date(endOfDay(timeZone, day).getTime() - 1_000).toISOString()
}

function laterDay(day: string, { months = 0, days = 0 }: { months?: number; days?: number }) {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  // A shorter month has no 31st.
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
  date.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()) + days)
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
