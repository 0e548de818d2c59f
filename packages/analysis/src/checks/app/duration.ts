const DURATION =
  /^P(?:(?<years>\d+)Y)?(?:(?<months>\d+)M)?(?:(?<weeks>\d+)W)?(?:(?<days>\d+)D)?(?:T(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+)(?:\.\d+)?S)?)?$/u

// A year has 365 and a month 30 days where Microsoft reads durations.
const DAYS: readonly (readonly [string, number])[] = [
  ['years', 365],
  ['months', 30],
  ['weeks', 7],
  ['days', 1],
  ['hours', 1 / 24],
  ['minutes', 1 / 1_440],
  ['seconds', 1 / 86_400],
]

/** Returns the days of an ISO 8601 duration; null when it cannot be read. */
export function durationDays(duration: string | null | undefined): number | null {
  const groups = DURATION.exec(duration ?? '')?.groups
  if (groups === undefined) return null
  const given = DAYS.filter(([unit]) => groups[unit] !== undefined)
  if (given.length === 0) return null
  return given.reduce((sum, [unit, days]) => sum + Number(groups[unit]) * days, 0)
}
