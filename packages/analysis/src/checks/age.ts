const HOUR_MS = 60 * 60 * 1_000
const DAY_HOURS = 24

/** A time as Graph returns it, ISO 8601. */
type Time = string | null | undefined

/** Returns hours from a time of Graph's until another; null when there is no time that can be read. */
export function hoursSince(time: Time, at: Date): number | null {
  const since = at.getTime() - Date.parse(time ?? '')
  return Number.isNaN(since) ? null : since / HOUR_MS
}

/** Returns days, also parts of one, from a time until another; negative when it is still to come. */
export function daysSince(time: Time, at: Date): number | null {
  const hours = hoursSince(time, at)
  return hours === null ? null : hours / DAY_HOURS
}

/** Returns days, also parts of one, until a time; negative when it has passed. */
export function daysUntil(time: Time, at: Date): number | null {
  const days = daysSince(time, at)
  return days === null ? null : -days
}

/** Returns whether a time lies more than so many days back; null when it is not known. */
export function isOlderThan(
  time: Time,
  { days }: { readonly days: number },
  at: Date,
): boolean | null {
  const since = daysSince(time, at)
  return since === null ? null : since > days
}

/** Returns the latest of the times that can be read; null when there is none. */
export function latestOf(times: readonly string[]): string | null {
  const latest = Math.max(
    ...times.map((time) => Date.parse(time)).filter((time) => !Number.isNaN(time)),
  )
  return Number.isFinite(latest) ? new Date(latest).toISOString() : null
}
