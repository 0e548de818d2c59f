const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Returns midnight of the day that many days from now, in UTC. Full days keep the directory's values
 * the same from one answer to the next.
 */
export function dayFrom(now: number, days: number): string {
  return `${dateFrom(now, days)}T00:00:00Z`
}

/** YYYY-MM-DD of that day. */
export function dateFrom(now: number, days: number): string {
  return new Date(now + Math.trunc(days) * DAY_MS).toISOString().slice(0, 10)
}

/** The full hour that many hours ago. */
export function hourBefore(now: number, hours: number): string {
  const at = (Math.floor(now / HOUR_MS) - Math.trunc(hours)) * HOUR_MS
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
