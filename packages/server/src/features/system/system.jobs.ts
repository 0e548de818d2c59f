import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Looks whether a scheduled backup is due. */
export const startDueBackup = defineJob({
  name: 'start-due-backup',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 1,
  singletonKey: () => 'start',
})

/** Writes a scheduled backup into DATA_DIR/backups. */
export const makeBackup = defineJob({
  name: 'make-backup',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60 * 60,
  concurrency: 1,
  singletonKey: () => 'backup',
})

/** Removes everything that is stored of a tenant that an administrator erased. */
export const eraseTenantData = defineJob({
  name: 'erase-tenant',
  payload: z.object({ tenantId: TenantId }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  timeoutSeconds: 60 * 60,
  concurrency: 1,
  singletonKey: ({ tenantId }) => tenantId,
})

/** For the job runner's list of everything that a process may send or work on. */
export const systemJobs = [startDueBackup, makeBackup, eraseTenantData]
