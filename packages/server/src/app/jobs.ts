import { activityJobs } from '../features/activity/activity.jobs.ts'
import { checkJobs } from '../features/azure/checks.jobs.ts'
import { consentJobs } from '../features/consent/consent.jobs.ts'
import { notificationJobs } from '../features/notifications/notifications.jobs.ts'
import { refreshJobs } from '../features/refresh/refresh.jobs.ts'
import { reportScheduleJobs } from '../features/report-schedules/report-schedules.jobs.ts'
import { systemJobs } from '../features/system/system.jobs.ts'

/** Every kind of background work; a process may send or do only these. */
export const JOBS = [
  ...refreshJobs,
  ...activityJobs,
  ...checkJobs,
  ...consentJobs,
  ...reportScheduleJobs,
  ...systemJobs,
  ...notificationJobs,
]
