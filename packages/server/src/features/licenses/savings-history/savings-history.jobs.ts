import { z } from 'zod'

import { defineJob } from '../../../jobs/job.ts'

/** Records what could be saved by the newest readings, and what renewals saved. */
export const recordSavings = defineJob({
  name: 'record-savings',
  payload: z.object({}),
  timeoutSeconds: 55 * 60,
  singletonKey: () => 'record',
})
