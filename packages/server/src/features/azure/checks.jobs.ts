import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Checks whether the connection works and when its credential expires. */
export const checkConnection = defineJob({
  name: 'check-connection',
  payload: z.object({}),
  retryDelaySeconds: 60,
  timeoutSeconds: 60,
  singletonKey: () => 'connection',
})
