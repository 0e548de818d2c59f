import { TenantId } from '@tenantscope/contract/ids'
import type { UserId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { ReportScheduleInput } from '@tenantscope/contract/report-schedules'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'

import { readBody } from '../../lib/body-problems.ts'
import type { Read } from '../../lib/body-problems.ts'

/** A schedule in the fields of its form. */
export interface ScheduleValues {
  /** '' for all tenants. */
  tenantId: string
  reportType: ReportType
  format: ReportFormat
  frequency: 'weekly' | 'monthly'
  weekday: number
  dayOfMonth: number
  time: string
  timeZone: string
  recipientIds: readonly UserId[]
  isEnabled: boolean
}

/** Returns a new schedule: Mondays, or the first of the month, at 06:00 in the given time zone. */
export function newSchedule(given: {
  tenantId: TenantId | null
  timeZone: string
}): ScheduleValues {
  return {
    tenantId: given.tenantId ?? '',
    reportType: 'user-license',
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

export function valuesOf(schedule: ReportSchedule): ScheduleValues {
  const { tenantId, reportType, recurrence, format, time } = schedule
  const { timeZone, recipientIds, isEnabled } = schedule
  return {
    ...newSchedule({ tenantId, timeZone }),
    reportType,
    format,
    ...recurrence,
    time,
    recipientIds,
    isEnabled,
  }
}

/** Parses the values by the contract's schema; returns the input or the problems. */
export function readSchedule(values: ScheduleValues): Read<ReportScheduleInput> {
  const { tenantId, frequency, weekday, dayOfMonth, ...rest } = values
  return readBody(ReportScheduleInput, {
    ...rest,
    tenantId: tenantId === '' ? null : TenantId.parse(tenantId),
    recurrence: frequency === 'weekly' ? { frequency, weekday } : { frequency, dayOfMonth },
  })
}
