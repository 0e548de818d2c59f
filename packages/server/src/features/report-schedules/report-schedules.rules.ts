import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { ReportScheduleInput } from '@tenantscope/contract/report-schedules'
import { roleReaches } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'
import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** When a schedule runs: a time on a day of the week or month, in a time zone. */
export type Timing = Pick<ReportScheduleInput, 'recurrence' | 'time' | 'timeZone'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** More than any zone's offset from UTC and any change of a clock. */
const FURTHEST_MS = 40 * HOUR_MS
/** Two full months, plus days that a zone's calendar may omit. */
const MOST_DAYS = 66

/** Returns the first moment after `after` at which the schedule is due. */
export function nextRunAfter({ recurrence, time, timeZone }: Timing, after: Date): Date {
  const today = Date.parse(`${isoTimeIn(timeZone, after).slice(0, 10)}T00:00:00Z`)
  // Starts a day earlier: when a zone omits a day, its reports are created on the next one.
  for (let days = -1; days <= MOST_DAYS; days += 1) {
    const day = new Date(today + days * DAY_MS)
    if (!isDayOf(recurrence, day)) continue
    const due = firstMomentAt(timeZone, `${day.toISOString().slice(0, 10)}T${time}:00`)
    if (due > after) return due
  }
  throw new Error('No scheduled day found within two months')
}

function isDayOf(recurrence: Timing['recurrence'], day: Date): boolean {
  if (recurrence.frequency === 'weekly') return (day.getUTCDay() || 7) === recurrence.weekday
  const daysOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0))
  return day.getUTCDate() === Math.min(recurrence.dayOfMonth, daysOfMonth.getUTCDate())
}

/**
 * Returns the first moment when clocks in the zone show `local` ('2026-03-29T02:30:00') or, if they
 * skip it, a later time. For a time that occurs twice, it is the first one.
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

/** Returns the first second of the span from which a condition holds. */
function firstSecond(span: { from: number; until: number }, isSo: (at: number) => boolean): number {
  let { from, until } = { from: span.from / 1_000, until: span.until / 1_000 }
  while (until - from > 1) {
    const middle = Math.floor((from + until) / 2)
    if (isSo(middle * 1_000)) until = middle
    else from = middle
  }
  return until * 1_000
}

/** Returns a stored schedule's timing; the database has exactly one of the two days. */
export function timingOf(
  stored: Pick<
    Selectable<Database['reportSchedules']>,
    'frequency' | 'weekday' | 'dayOfMonth' | 'timeOfDay' | 'timeZone'
  >,
): Timing {
  const { frequency, weekday, dayOfMonth, timeOfDay: time, timeZone } = stored
  const recurrence =
    frequency === 'weekly'
      ? { frequency, weekday: weekday ?? 1 }
      : { frequency, dayOfMonth: dayOfMonth ?? 1 }
  return { recurrence, time, timeZone }
}

/** Returns why the creator may not run the schedule now, or null; current rights apply. */
export function creatorRefusal(
  creator: { name: string; isDisabled: boolean; role: Role } | undefined,
): string | null {
  if (creator === undefined) return 'The creator of this schedule no longer has an account.'
  if (creator.isDisabled)
    return `The account of ${creator.name}, the creator of this schedule, is disabled.`
  if (!roleReaches(creator.role, 'technician'))
    return `${creator.name}, the creator of this schedule, may no longer create schedules.`
  return null
}

/** Returns the combined state of several tenants' reports. */
export function stateOf({ made, failed }: { made: number; failed: number }) {
  if (made === 0) return 'failed'
  return failed === 0 ? 'succeeded' : 'partial'
}

export type MailOutcome = {
  readonly state: 'sent' | 'failed' | 'skipped'
  readonly message: string | null
}

/** Returns the combined state of a run's mails. */
export function mailStateOf(outcomes: readonly MailOutcome[]): {
  state: Selectable<Database['reportScheduleRuns']>['mailState']
  message: string | null
} {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  const sent = outcomes.filter(({ state }) => state === 'sent').length
  if (failed.length === 0) return { state: sent === 0 ? 'no-recipients' : 'sent', message: null }
  const reasons = [...new Set(failed.map(({ message }) => message ?? 'The mail was not sent.'))]
  const people =
    failed.length + sent === 1
      ? ''
      : `${failed.length} of ${failed.length + sent} mails were not sent. `
  return { state: 'failed', message: `${people}${reasons.join(' ')}` }
}

/** Makes names unique with a number before the extension. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  // The search goes on where it ended for the same name, so that many equal names take linear time.
  const nextByName = new Map<string, number>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let distinct = name
    let count = nextByName.get(name.toLowerCase()) ?? 2
    for (; taken.has(distinct.toLowerCase()); count += 1)
      distinct = `${name.slice(0, dot)} (${count})${name.slice(dot)}`
    nextByName.set(name.toLowerCase(), count)
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
