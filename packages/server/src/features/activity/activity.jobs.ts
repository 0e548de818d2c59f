import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

const OneTenant = z.object({ tenantId: TenantId })

/** Sends a job for each tenant that is due this night. */
export const startActivity = defineJob({
  name: 'start-activity',
  payload: z.object({}),
  retryDelaySeconds: 30,
  timeoutSeconds: 60,
  singletonKey: () => 'start',
})

/** Reads the usage report, the registered sign-in methods and the secure score of one tenant. */
export const readUsage = defineJob({
  name: 'read-usage',
  payload: OneTenant,
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 900,
  timeoutSeconds: 15 * 60,
  concurrency: 2,
  singletonKey: ({ tenantId }) => tenantId,
})

/**
 * Reads the sign-in dates of one tenant. One at a time: Microsoft serves ten pages a minute over
 * all tenants, so parallel reads would only slow each other down.
 */
export const readSignIns = defineJob({
  name: 'read-sign-ins',
  payload: OneTenant,
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 900,
  timeoutSeconds: 3 * 60 * 60,
  singletonKey: () => 'sign-ins',
})
