import { z } from 'zod'

import { defineJob } from '../../../jobs/job.ts'

/** Opens and freezes the billing months that are due. */
export const freezeBillingMonths = defineJob({
  name: 'freeze-billing-months',
  payload: z.object({}),
  timeoutSeconds: 15 * 60,
  singletonKey: () => 'freeze',
})
