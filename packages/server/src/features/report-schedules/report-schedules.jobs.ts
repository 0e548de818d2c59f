import { RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Starts due schedules, and closes lost runs. */
export const startScheduledReports = defineJob({
  name: 'start-scheduled-reports',
  payload: z.object({}),
  timeoutSeconds: 5 * 60,
  singletonKey: () => 'start',
})

/** Creates the report of one tenant for one run. */
export const makeScheduledReport = defineJob({
  name: 'make-scheduled-report',
  payload: z.object({ runId: RunId, tenantId: TenantId }),
  retryLimit: 2,
  retryDelayMaxSeconds: 120,
  timeoutSeconds: 10 * 60,
  concurrency: 2,
  singletonKey: ({ runId, tenantId }) => `${runId} ${tenantId}`,
})

/** Mails the reports of one run to one recipient. */
export const mailScheduledReports = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({ runId: RunId, userId: UserId }),
  retryLimit: 5,
  retryDelaySeconds: 120,
  retryDelayMaxSeconds: 60 * 60,
  timeoutSeconds: 15 * 60,
  singletonKey: ({ runId, userId }) => `${runId} ${userId}`,
})
