import { RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Starts what is due, and closes what got lost. */
export const startScheduledReports = defineJob({
  name: 'start-scheduled-reports',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 5 * 60,
  concurrency: 1,
  singletonKey: () => 'start',
})

/** Makes the report of one tenant for one run. */
export const makeScheduledReport = defineJob({
  name: 'make-scheduled-report',
  payload: z.object({ runId: RunId, tenantId: TenantId }),
  retryLimit: 2,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 120,
  timeoutSeconds: 10 * 60,
  concurrency: 2,
  singletonKey: ({ runId, tenantId }) => `${runId} ${tenantId}`,
})

/** Mails the reports of one run to one person. */
export const mailScheduledReports = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({ runId: RunId, userId: UserId }),
  retryLimit: 5,
  retryDelaySeconds: 120,
  retryDelayMaxSeconds: 60 * 60,
  timeoutSeconds: 15 * 60,
  concurrency: 1,
  singletonKey: ({ runId, userId }) => `${runId} ${userId}`,
})

/** For the job runner's list of everything that a process may send or work on. */
export const reportScheduleJobs = [startScheduledReports, makeScheduledReport, mailScheduledReports]
