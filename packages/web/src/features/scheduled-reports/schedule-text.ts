import type {
  ReportSchedule,
  ReportScheduleInput,
  ReportScheduleRun,
} from '@tenantscope/contract/report-schedules'

import type { StatusTone } from '../../ui/status-label.tsx'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Returns the name of the schedule's tenant, unless the reader cannot see it. */
export function nameOf({ tenantId, tenantName }: ReportSchedule): string {
  if (tenantId === null) return 'All tenants'
  return tenantName ?? 'A tenant that you cannot see'
}

/** 'Every Monday at 06:00 (Europe/Berlin)'. */
export function recurrenceText({
  recurrence,
  time,
  timeZone,
}: Pick<ReportScheduleInput, 'recurrence' | 'time' | 'timeZone'>): string {
  return `${dayText(recurrence)} at ${time} (${timeZone.replaceAll('_', ' ')})`
}

function dayText(recurrence: ReportScheduleInput['recurrence']): string {
  if (recurrence.frequency === 'weekly') return `Every ${WEEKDAYS[recurrence.weekday - 1] ?? ''}`
  const { dayOfMonth } = recurrence
  if (dayOfMonth === 31) return 'On the last day of each month'
  const shorter = dayOfMonth > 28 ? ', or its last day,' : ''
  return `On the ${ordinalOf(dayOfMonth)} of each month${shorter}`
}

/** '1st', '22nd'. */
export function ordinalOf(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as const
  const rule = ordinal.select(day)
  return `${day}${rule === 'one' || rule === 'two' || rule === 'few' ? ending[rule] : 'th'}`
}

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })

const STATES = {
  running: { tone: 'waiting', word: 'Running' },
  succeeded: { tone: 'good', word: 'Succeeded' },
  partial: { tone: 'warning', word: 'Partly failed' },
  failed: { tone: 'bad', word: 'Failed' },
} as const satisfies Record<ReportScheduleRun['state'], { tone: StatusTone; word: string }>

/** Returns the result of a run as a word with its tone. */
export const stateOf = ({ state }: ReportScheduleRun): { tone: StatusTone; word: string } =>
  STATES[state]

/** '3 reports, 1 tenant without one'. */
export function madeText({ state, made, failures }: ReportScheduleRun): string {
  const count = made === 1 ? '1 report' : `${made} reports`
  const reports = state === 'running' ? `${count} so far` : count
  const without = failures.length
  if (without === 0) return reports
  return `${reports}, ${without === 1 ? '1 tenant' : `${without} tenants`} without one`
}

/** Returns the result of the mail; null when there is no recipient. */
export function mailText({ state, mail }: ReportScheduleRun): string | null {
  // The recipients are known at the end of the run.
  if (state === 'running' || mail.state === 'no-recipients') return null
  const text = {
    pending: 'Mail: not sent yet.',
    sent: 'Mail: sent.',
    failed: 'Mail: failed.',
    'not-configured': 'Mail: not sent, no mail server is configured.',
  }[mail.state]
  return mail.message === null ? text : `${text} ${mail.message}`
}
