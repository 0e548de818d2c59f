import { RunId, TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** The time limit for one tenant; the largest take minutes. */
const READING_SECONDS = 15 * 60

/** Reads the partner's list of customers for a run, then sends the jobs of its tenants. */
export const discoverTenants = defineJob({
  name: 'discover-tenants',
  payload: z.object({ runId: RunId }),
  retryLimit: 2,
  retryDelaySeconds: 2,
  timeoutSeconds: 10 * 60,
  // Two parallel discoveries would each end tenants that only the other one found.
  singletonKey: () => 'discovery',
})

/** Reads one tenant for all runs that wait for it. */
export const refreshTenant = defineJob({
  name: 'refresh-tenant',
  payload: z.object({ tenantId: TenantId }),
  retryLimit: 5,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  timeoutSeconds: READING_SECONDS,
  concurrency: 8,
  singletonKey: ({ tenantId }) => tenantId,
})

/** Starts the refresh of the tenants that are due. */
export const refreshDueTenants = defineJob({
  name: 'refresh-due-tenants',
  payload: z.object({}),
  timeoutSeconds: 60,
  singletonKey: () => 'due',
})

/** Resumes runs whose jobs were lost, and deletes old generations and runs. */
export const tidyUp = defineJob({
  name: 'sweep-generations',
  payload: z.object({}),
  timeoutSeconds: 15 * 60,
  singletonKey: () => 'sweep',
})

export const ABANDONED_AFTER_MS = 2 * READING_SECONDS * 1_000
