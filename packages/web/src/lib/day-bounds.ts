import { isoTimeIn } from '@tenantscope/analysis/iso-time'

/** When a day ('2026-11-20') begins in a time zone; where the clocks skip its midnight, within the hour. */
export function startOfDay(timeZone: string, day: string): Date {
  const offsetAt = (at: string) => isoTimeIn(timeZone, at).slice('yyyy-mm-ddThh:mm:ss'.length)
  const roughly = new Date(`${day}T00:00:00${offsetAt(`${day}T00:00:00Z`)}`)
  return new Date(`${day}T00:00:00${offsetAt(roughly.toISOString())}`)
}

/** When the day after begins: the end of a day, which does not count to it. */
export function endOfDay(timeZone: string, day: string): Date {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return startOfDay(timeZone, next.toISOString().slice(0, 'yyyy-mm-dd'.length))
}
