const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long the session still lasts, in hours and minutes. */
export function timeLeft(expiry: string, now: Date): string {
  const minutes = Math.floor((Date.parse(expiry) - now.getTime()) / MINUTE_MS)
  return minutes < 0 ? 'Expired' : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** A duration that came in milliseconds, in hours. */
export function hoursText(ms: number): string {
  const hours = Math.round((ms / HOUR_MS) * 10) / 10
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
