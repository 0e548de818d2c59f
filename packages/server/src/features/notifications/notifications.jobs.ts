import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Finds events, and mails new ones. */
export const watchEvents = defineJob({
  name: 'watch-events',
  payload: z.object({}),
  timeoutSeconds: 5 * 60,
  singletonKey: () => 'watch',
})
