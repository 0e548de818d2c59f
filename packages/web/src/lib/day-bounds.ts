import { isoTimeIn } from '@tenantscope/analysis/iso-time'

/**
 * Returns the start of a day ('2026-11-20') in a time zone. Where the clocks skip midnight, it is
 * off by at most an hour.
 */
export function startOfDay(timeZone: string, day: string): Date {
  const offsetAt = (at: string) => isoTimeIn(timeZone, at).slice('yyyy-mm-ddThh:mm:ss'.length)
  const roughly = new Date(`${day}T00:00:00${offsetAt(`${day}T00:00:00Z`)}`)
  return new Date(`${day}T00:00:00${offsetAt(roughly.toISOString())}`)
}

/** Returns the start of the next day: the exclusive end of this one. */
export function endOfDay(timeZone: string, day: string): Date {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return startOfDay(timeZone, next.toISOString().slice(0, 'yyyy-mm-dd'.length))
}
