import type { JobRunner } from '../../jobs/runner.ts'
import {
  mailScheduledReports,
  makeScheduledReport,
  startScheduledReports,
} from './report-schedules.jobs.ts'
import type { RunMailing } from './run-mailing.service.ts'
import type { ScheduleRuns } from './schedule-runs.service.ts'

/** Lets this process make and mail scheduled reports, and keeps the minute by which they start. */
export async function workOnReportSchedules(
  jobs: JobRunner,
  work: { runs: ScheduleRuns; mailing: RunMailing },
): Promise<void> {
  await jobs.work(startScheduledReports, async ({ logger }) => {
    await work.runs.startDue(logger)
    await work.runs.closeLost()
  })
  await jobs.work(makeScheduledReport, (run) => work.runs.makeOne(run))
  await jobs.work(mailScheduledReports, (run) => work.mailing.mailTo(run))
  await jobs.schedule(startScheduledReports, { cron: '* * * * *', timeZone: 'UTC' }, {})
}
