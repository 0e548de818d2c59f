import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Judges the current data of a tenant again. */
export const judgeTenant = defineJob({
  name: 'judge-tenant',
  payload: z.object({ tenantId: TenantId }),
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeoutSeconds: 10 * 60,
  singletonKey: ({ tenantId }) => tenantId,
})

/** Judges the tenants that have a license again, after its settings changed. */
export const judgeLicense = defineJob({
  name: 'judge-license',
  payload: z.object({ skuId: z.string() }),
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeoutSeconds: 10 * 60,
  singletonKey: ({ skuId }) => skuId,
})

/** Judges tenants whose verdicts are due, and removes old intervals. */
export const judgeDueTenants = defineJob({
  name: 'judge-due-tenants',
  payload: z.object({}),
  timeoutSeconds: 55 * 60,
  singletonKey: () => 'judge',
})
