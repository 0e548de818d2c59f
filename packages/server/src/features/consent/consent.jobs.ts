import { ConsentId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

const VerifyConsent = z.object({
  consentId: ConsentId,
  /** The browser that delivered the reply, for the audit; only for invitations. */
  source: z
    .object({ ipAddress: z.string().nullable(), userAgent: z.string().nullable() })
    .optional(),
})
export type VerifyConsent = z.infer<typeof VerifyConsent>

/** Checks whether a reported consent appears in tokens. */
export const verifyConsent = defineJob({
  name: 'verify-consent',
  payload: VerifyConsent,
  retryLimit: 3,
  timeoutSeconds: 60,
  concurrency: 2,
  singletonKey: ({ consentId }) => consentId,
})

/** The caller verifies at once; the first job is only for the case that its process crashes. */
export const FIRST_LOOK_AFTER_SECONDS = 10
