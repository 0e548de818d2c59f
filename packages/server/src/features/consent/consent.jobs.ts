import { ConsentId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Looks whether a consent that Microsoft announced shows in tokens yet. */
export const verifyConsent = defineJob({
  name: 'verify-consent',
  payload: z.object({ consentId: ConsentId }),
  retryLimit: 3,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 2,
  singletonKey: ({ consentId }) => consentId,
})

/** For the job runner's list of everything that a process may send or work on. */
export const consentJobs = [verifyConsent]

/** Whoever sends the first look also looks at once; this one is for a process that died meanwhile. */
export const FIRST_LOOK_AFTER_SECONDS = 10
