import { readSignIns, readUsage, startActivity } from '../features/activity/activity.jobs.ts'
import { checkConnection } from '../features/azure/checks.jobs.ts'
import { verifyConsent } from '../features/consent/consent.jobs.ts'
import { freezeBillingMonths } from '../features/licenses/billing-months/billing-months.jobs.ts'
import { recordSavings } from '../features/licenses/savings-history/savings-history.jobs.ts'
import { watchEvents } from '../features/notifications/notifications.jobs.ts'
import { judgeDueTenants, judgeLicense, judgeTenant } from '../features/posture/posture.jobs.ts'
import {
  discoverTenants,
  refreshDueTenants,
  refreshTenant,
  tidyUp,
} from '../features/refresh/refresh.jobs.ts'
import {
  mailScheduledReports,
  makeScheduledReport,
  startScheduledReports,
} from '../features/report-schedules/report-schedules.jobs.ts'
import { eraseTenantData, makeBackup, startDueBackup } from '../features/system/system.jobs.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Metrics } from '../lib/metrics.ts'

/** Every kind of background work; a process may send or run only these. */
export const JOBS = [
  discoverTenants,
  refreshTenant,
  refreshDueTenants,
  tidyUp,
  startActivity,
  readUsage,
  readSignIns,
  judgeTenant,
  judgeLicense,
  judgeDueTenants,
  recordSavings,
  freezeBillingMonths,
  checkConnection,
  verifyConsent,
  startScheduledReports,
  makeScheduledReport,
  mailScheduledReports,
  startDueBackup,
  makeBackup,
  eraseTenantData,
  watchEvents,
]

/** Returns the same runner, which also records the duration and outcome of each job. */
export function measured(jobs: JobRunner, { jobSeconds }: Metrics): JobRunner {
  return {
    ...jobs,
    work: (job, handler) =>
      jobs.work(job, async (run) => {
        const stop = jobSeconds.startTimer({ queue: job.name })
        try {
          await handler(run)
          stop({ outcome: 'completed' })
        } catch (error) {
          stop({ outcome: 'failed' })
          throw error
        }
      }),
  }
}
