import type { HistoryDay } from '@tenantscope/contract/tenants'

import { createFormat } from '../../lib/format.ts'

type HistoryCount = 'people' | 'licensedPeople' | 'paidSeats' | 'assignedPaidSeats'

/** One count of a day and what it is called. */
export interface HistoryLine {
  readonly key: HistoryCount
  readonly label: string
}

export const SEAT_LINES = [
  { key: 'paidSeats', label: 'Usable paid seats' },
  { key: 'assignedPaidSeats', label: 'Assigned paid seats' },
] as const satisfies readonly HistoryLine[]

export const PEOPLE_LINES = [
  { key: 'people', label: 'People' },
  { key: 'licensedPeople', label: 'People with a license' },
] as const satisfies readonly HistoryLine[]

/** The lines of a chart; a day on which a count is not known is a gap. */
export function seriesOf(days: readonly HistoryDay[], lines: readonly HistoryLine[]) {
  return lines.map(({ key, label }) => ({
    key,
    label,
    points: days.map((each) => ({ day: each.day, value: each[key] })),
  }))
}

/** Whether there are two days to compare of any of the lines. */
export function hasLines(days: readonly HistoryDay[], lines: readonly HistoryLine[]): boolean {
  return days.filter((day) => lines.some(({ key }) => day[key] !== null)).length > 1
}

/** The first day on which anything was counted; undefined before it. */
export function historyBegan(days: readonly HistoryDay[]): string | undefined {
  const lines = [...SEAT_LINES, ...PEOPLE_LINES]
  const first = days.find((day) => lines.some(({ key }) => day[key] !== null))
  return first && UTC.date(first.day)
}

// A day is one of UTC, whatever the reader's zone.
const UTC = createFormat('UTC')
