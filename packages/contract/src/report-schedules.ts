import { z } from 'zod'

import { TimeZone } from './account.ts'
import { endpoint } from './endpoint.ts'
import { ReportScheduleId, TenantId, UserId } from './ids.ts'
import { REPORT_SCHEDULES } from './limits.ts'
import { ReportFormat, ReportType } from './report-document.ts'

/** When a schedule creates reports: at `time` in `timeZone`, on a day of the week or month. */
const Recurrence = z.discriminatedUnion('frequency', [
  /** 1 is Monday. */
  z.object({ frequency: z.literal('weekly'), weekday: z.number().int().min(1).max(7) }),
  /** The last day in shorter months. */
  z.object({ frequency: z.literal('monthly'), dayOfMonth: z.number().int().min(1).max(31) }),
])

export const ReportScheduleInput = z.object({
  /** Null for every tenant that its creator may see at that time. */
  tenantId: TenantId.nullable(),
  reportType: ReportType.default('user-license'),
  format: ReportFormat,
  recurrence: Recurrence,
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM'),
  timeZone: TimeZone,
  /** Users who receive the files by mail; only administrators may add other users. */
  recipientIds: z.array(UserId).max(REPORT_SCHEDULES.recipients).default([]),
  isEnabled: z.boolean().default(true),
})
export type ReportScheduleInput = z.infer<typeof ReportScheduleInput>

export const ReportRecipient = z.object({
  userId: UserId,
  name: z.string(),
  email: z.string(),
})
export type ReportRecipient = z.infer<typeof ReportRecipient>

const RunState = z.enum(['running', 'succeeded', 'partial', 'failed'])
const MailState = z.enum(['pending', 'sent', 'failed', 'not-configured', 'no-recipients'])

/** One run of a schedule. */
export const ReportScheduleRun = z.object({
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  state: RunState,
  /** Why no report was created, when the cause is not a single tenant. */
  message: z.string().nullable().optional(),
  made: z.number().int(),
  /** Tenants without a report, with the reason; limited to tenants that the reader may see. */
  failures: z.array(z.object({ tenantId: TenantId, displayName: z.string(), message: z.string() })),
  mail: z.object({ state: MailState, message: z.string().nullable() }),
})
export type ReportScheduleRun = z.infer<typeof ReportScheduleRun>

export const ReportSchedule = ReportScheduleInput.extend({
  id: ReportScheduleId,
  /** Null for all tenants, and for a tenant that the reader may not see. */
  tenantName: z.string().nullable(),
  recipients: z.array(ReportRecipient),
  createdBy: z.string(),
  isMine: z.boolean(),
  nextRunAt: z.iso.datetime().nullable(),
  lastRun: ReportScheduleRun.nullable(),
  version: z.number().int(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const ofSchedule = z.object({ scheduleId: ReportScheduleId })

export const listReportSchedules = endpoint({
  name: 'listReportSchedules',
  summary: "The caller's scheduled reports; administrators see the schedules of all users",
  method: 'GET',
  path: '/api/reports/schedules',
  access: 'technician',
  query: z.object({ tenantId: TenantId.optional() }),
  reply: z.object({ schedules: z.array(ReportSchedule), isMailConfigured: z.boolean() }),
})

export const createReportSchedule = endpoint({
  name: 'createReportSchedule',
  summary: 'Create reports of one or all granted tenants weekly or monthly',
  method: 'POST',
  path: '/api/reports/schedules',
  access: 'technician',
  body: ReportScheduleInput,
  reply: ReportSchedule,
})

export const saveReportSchedule = endpoint({
  name: 'saveReportSchedule',
  summary: 'Change a schedule; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/reports/schedules/:scheduleId',
  access: 'technician',
  params: ofSchedule,
  body: ReportScheduleInput.extend({ version: z.number().int().optional() }),
  reply: ReportSchedule,
})

export const deleteReportSchedule = endpoint({
  name: 'deleteReportSchedule',
  summary: 'Delete a schedule; its reports are kept',
  method: 'DELETE',
  path: '/api/reports/schedules/:scheduleId',
  access: 'technician',
  params: ofSchedule,
  reply: z.object({ message: z.string() }),
})

export const runReportSchedule = endpoint({
  name: 'runReportSchedule',
  summary: 'Create the reports of a schedule now',
  method: 'POST',
  path: '/api/reports/schedules/:scheduleId/run',
  access: 'technician',
  budget: 'reports',
  status: 202,
  params: ofSchedule,
  reply: z.object({ message: z.string() }),
})

export const listReportScheduleRuns = endpoint({
  name: 'listReportScheduleRuns',
  summary: 'The last runs of a schedule, newest first',
  method: 'GET',
  path: '/api/reports/schedules/:scheduleId/runs',
  access: 'technician',
  params: ofSchedule,
  reply: z.object({ runs: z.array(ReportScheduleRun) }),
})

export const listReportRecipients = endpoint({
  name: 'listReportRecipients',
  summary:
    'The users who can receive reports by mail: the caller; for administrators, all users with an address',
  method: 'GET',
  path: '/api/reports/recipients',
  access: 'technician',
  reply: z.object({ people: z.array(ReportRecipient), isMailConfigured: z.boolean() }),
})
