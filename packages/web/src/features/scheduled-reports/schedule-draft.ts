import { TenantId } from '@tenantscope/contract/ids'
import type { UserId } from '@tenantscope/contract/ids'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import { ReportScheduleInput } from '@tenantscope/contract/report-schedules'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'

import { problemsByField } from '../../lib/body-problems.ts'

/** A schedule as it stands in the fields. */
export interface ScheduleDraft {
  /** '' for all tenants. */
  tenantId: string
  format: ReportFormat
  frequency: 'weekly' | 'monthly'
  weekday: number
  dayOfMonth: number
  time: string
  timeZone: string
  recipientIds: readonly UserId[]
  isEnabled: boolean
}

/** Early on Mondays, or on the first of the month, as the reader's clocks go. */
export function newDraft(given: { tenantId: TenantId | null; timeZone: string }): ScheduleDraft {
  return {
    tenantId: given.tenantId ?? '',
    format: 'pdf',
    frequency: 'weekly',
    weekday: 1,
    dayOfMonth: 1,
    time: '06:00',
    timeZone: given.timeZone,
    recipientIds: [],
    isEnabled: true,
  }
}

export function draftOf(schedule: ReportSchedule): ScheduleDraft {
  const { tenantId, recurrence, format, time, timeZone, recipientIds, isEnabled } = schedule
  return {
    ...newDraft({ tenantId, timeZone }),
    format,
    ...recurrence,
    time,
    recipientIds,
    isEnabled,
  }
}

export const isSameSchedule = (a: ScheduleDraft, b: ScheduleDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** What the fields mean, by the contract's own rules, or what is wrong with them by field. */
export function readSchedule(
  draft: ScheduleDraft,
): { input: ReportScheduleInput } | { problems: Readonly<Record<string, string>> } {
  const { tenantId, frequency, weekday, dayOfMonth, ...rest } = draft
  const read = ReportScheduleInput.safeParse({
    ...rest,
    tenantId: tenantId === '' ? null : TenantId.parse(tenantId),
    recurrence: frequency === 'weekly' ? { frequency, weekday } : { frequency, dayOfMonth },
  })
  if (read.success) return { input: read.data }
  const found = read.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))
  return { problems: problemsByField(found) }
}
