import type { JobRunner } from '../../jobs/runner.ts'
import { readSignIns, readUsage, startActivity } from './activity.jobs.ts'
import type { ActivityService } from './activity.service.ts'
import type { ActivityReading } from './read-activity.job.ts'

/** Lets this process read what people did, and keeps the nights' schedule. */
export async function workOnActivity(
  jobs: JobRunner,
  work: { activity: ActivityService; reading: ActivityReading },
): Promise<void> {
  await jobs.work(startActivity, (run) => work.activity.startDue(run))
  await jobs.work(readUsage, (run) => work.reading.usage(run))
  await jobs.work(readSignIns, (run) => work.reading.signIns(run))
  await jobs.schedule(startActivity, { cron: '*/15 * * * *', timeZone: 'UTC' }, {})
}
