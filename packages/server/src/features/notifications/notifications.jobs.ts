import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Looks what has happened, and mails what is new. */
export const watchEvents = defineJob({
  name: 'watch-events',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 5 * 60,
  concurrency: 1,
  singletonKey: () => 'watch',
})

/** For the job runner's list of everything that a process may send or work on. */
export const notificationJobs = [watchEvents]
