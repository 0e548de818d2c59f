import { RunId, TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** How long one tenant may take; the largest take minutes. */
const READING_SECONDS = 15 * 60

/** Reads the partner's list of customers for a run, then hands its tenants out. */
export const discoverTenants = defineJob({
  name: 'discover-tenants',
  payload: z.object({ runId: RunId }),
  retryLimit: 2,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 10 * 60,
  concurrency: 1,
  // Two lists at one moment would each end what only the other has.
  singletonKey: () => 'discovery',
})

/** Reads one tenant for every run that waits for it. */
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

/** Starts the refresh of the tenants whose turn it is. */
export const refreshDueTenants = defineJob({
  name: 'refresh-due-tenants',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 1,
  singletonKey: () => 'due',
})

/** Takes up runs whose jobs were lost, takes away old generations and forgets old runs. */
export const tidyUp = defineJob({
  name: 'sweep-generations',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 15 * 60,
  concurrency: 1,
  singletonKey: () => 'sweep',
})

/** For the job runner's list of everything that a process may send or work on. */
export const refreshJobs = [discoverTenants, refreshTenant, refreshDueTenants, tidyUp]

export const ABANDONED_AFTER_MS = 2 * READING_SECONDS * 1_000
