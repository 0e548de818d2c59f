import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Looks whether the connection still works and how long its credential lasts. */
export const checkConnection = defineJob({
  name: 'check-connection',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 1,
  singletonKey: () => 'connection',
})

/** For the job runner's list of everything that a process may send or work on. */
export const checkJobs = [checkConnection]
