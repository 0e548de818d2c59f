import { ReportScheduleId } from '@tenantscope/contract/ids'
import type { ReportSchedule, ReportScheduleRun } from '@tenantscope/contract/report-schedules'

let made = 0

/** A schedule of the reader's for all tenants, Mondays at six, that has not run yet. */
export function makeSchedule(changes: Partial<ReportSchedule> = {}): ReportSchedule {
  made += 1
  return {
    id: ReportScheduleId.parse(made),
    tenantId: null,
    tenantName: null,
    reportType: 'user-license',
    format: 'pdf',
    recurrence: { frequency: 'weekly', weekday: 1 },
    time: '06:00',
    timeZone: 'Europe/Berlin',
    recipientIds: [],
    recipients: [],
    isEnabled: true,
    createdBy: 'Megan Bowen',
    isMine: true,
    nextRunAt: '2026-11-23T05:00:00.000Z',
    lastRun: null,
    version: 1,
    ...changes,
  }
}

/** A successful run, unless the test overrides it. */
export function makeRun(changes: Partial<ReportScheduleRun> = {}): ReportScheduleRun {
  return {
    startedAt: '2026-11-16T05:00:00.000Z',
    finishedAt: '2026-11-16T05:00:10.000Z',
    state: 'succeeded',
    message: null,
    made: 3,
    failures: [],
    mail: { state: 'no-recipients', message: null },
    ...changes,
  }
}
