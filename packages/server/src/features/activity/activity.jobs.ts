import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

const OneTenant = z.object({ tenantId: TenantId })

/** Sends the tenants whose turn it is this night. */
export const startActivity = defineJob({
  name: 'start-activity',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 1,
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
 * Reads the sign-in dates of one tenant. One at a time: Microsoft serves ten pages a minute over all
 * tenants, so a second tenant would only make both slower.
 */
export const readSignIns = defineJob({
  name: 'read-sign-ins',
  payload: OneTenant,
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 900,
  timeoutSeconds: 3 * 60 * 60,
  concurrency: 1,
  singletonKey: () => 'sign-ins',
})

/** For the job runner's list of everything that a process may send or work on. */
export const activityJobs = [startActivity, readUsage, readSignIns]
