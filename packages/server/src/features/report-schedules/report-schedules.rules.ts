import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { ReportScheduleInput } from '@tenantscope/contract/report-schedules'
import { roleReaches } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'

/** When a schedule makes its reports: a time of a day of the week or month, by the clocks of a zone. */
export type Timing = Pick<ReportScheduleInput, 'recurrence' | 'time' | 'timeZone'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No zone is further from UTC, and no clock has ever been put by more than a day. */
const FURTHEST_MS = 40 * HOUR_MS
/** Two whole months, and what the calendar of a zone may leave out. */
const MOST_DAYS = 66

/** The first moment after `after` at which the schedule is due. */
export function nextRunAfter({ recurrence, time, timeZone }: Timing, after: Date): Date {
  const today = Date.parse(`${isoTimeIn(timeZone, after).slice(0, 10)}T00:00:00Z`)
  // From the day before: where a zone leaves out a day, its reports come with the next one.
  for (let days = -1; days <= MOST_DAYS; days += 1) {
    const day = new Date(today + days * DAY_MS)
    if (!isDayOf(recurrence, day)) continue
    const due = firstMomentAt(timeZone, `${day.toISOString().slice(0, 10)}T${time}:00`)
    if (due > after) return due
  }
  throw new Error('A schedule has a day in every two months')
}

function isDayOf(recurrence: Timing['recurrence'], day: Date): boolean {
  if (recurrence.frequency === 'weekly') return (day.getUTCDay() || 7) === recurrence.weekday
  const daysOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0))
  return day.getUTCDate() === Math.min(recurrence.dayOfMonth, daysOfMonth.getUTCDate())
}

/**
 * The first moment when the clocks of the zone show `local` ('2026-03-29T02:30:00') or, where they leave
 * it out, more. A time that they show twice is its first moment, so it comes once.
 */
function firstMomentAt(timeZone: string, local: string): Date {
  const asUtc = Date.parse(`${local}Z`)
  const shownAt = (at: number) => isoTimeIn(timeZone, new Date(at)).slice(0, 19)
  const offsets = [asUtc - FURTHEST_MS, asUtc - DAY_MS, asUtc + DAY_MS].map(
    (at) => Date.parse(`${shownAt(at)}Z`) - at,
  )
  const moments = offsets.map((offset) => asUtc - offset).filter((at) => shownAt(at) === local)
  if (moments.length > 0) return new Date(Math.min(...moments))
  return new Date(
    firstSecond(
      { from: asUtc - FURTHEST_MS, until: asUtc + FURTHEST_MS },
      (at) => shownAt(at) > local,
    ),
  )
}

/** The first second of the span at which something is so that stays so. */
function firstSecond(span: { from: number; until: number }, isSo: (at: number) => boolean): number {
  let { from, until } = { from: span.from / 1_000, until: span.until / 1_000 }
  while (until - from > 1) {
    const middle = Math.floor((from + until) / 2)
    if (isSo(middle * 1_000)) until = middle
    else from = middle
  }
  return until * 1_000
}

/** The columns of a schedule that say when; the database holds exactly one of the two days. */
export function timingOf(stored: {
  frequency: 'weekly' | 'monthly'
  weekday: number | null
  dayOfMonth: number | null
  timeOfDay: string
  timeZone: string
}): Timing {
  const { frequency, weekday, dayOfMonth, timeOfDay: time, timeZone } = stored
  const recurrence =
    frequency === 'weekly'
      ? { frequency, weekday: weekday ?? 1 }
      : { frequency, dayOfMonth: dayOfMonth ?? 1 }
  return { recurrence, time, timeZone }
}

/** Why nothing is made for this maker now, or null; what they may do counts when it is done. */
export function makerRefusal(
  maker: { name: string; isDisabled: boolean; role: Role } | undefined,
): string | null {
  if (maker === undefined) return 'The person who made this schedule has no account anymore.'
  if (maker.isDisabled) return `The account of ${maker.name}, who made this schedule, is disabled.`
  if (!roleReaches(maker.role, 'technician'))
    return `${maker.name}, who made this schedule, may not make schedules anymore.`
  return null
}

/** How the reports of several tenants ended, taken together. */
export function stateOf({ made, failed }: { made: number; failed: number }) {
  if (made === 0) return 'failed'
  return failed === 0 ? 'succeeded' : 'partial'
}

export type MailOutcome = {
  readonly state: 'sent' | 'failed' | 'skipped'
  readonly message: string | null
}

/** How the mails of a run ended, taken together. */
export function mailStateOf(outcomes: readonly MailOutcome[]): {
  state: 'sent' | 'failed' | 'nobody'
  message: string | null
} {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  const sent = outcomes.filter(({ state }) => state === 'sent').length
  if (failed.length === 0) return { state: sent === 0 ? 'nobody' : 'sent', message: null }
  const reasons = [...new Set(failed.map(({ message }) => message ?? 'The mail was not sent.'))]
  const people =
    failed.length + sent === 1
      ? ''
      : `${failed.length} of ${failed.length + sent} mails were not sent. `
  return { state: 'failed', message: `${people}${reasons.join(' ')}` }
}

/** The names, those that come again with a number before their ending. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let distinct = name
    for (let count = 2; taken.has(distinct.toLowerCase()); count += 1)
      distinct = `${name.slice(0, dot)} (${count})${name.slice(dot)}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
