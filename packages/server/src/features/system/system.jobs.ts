import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { defineJob } from '../../jobs/job.ts'

/** Looks whether a scheduled backup is due. */
export const startDueBackup = defineJob({
  name: 'start-due-backup',
  payload: z.object({}),
  timeoutSeconds: 60,
  singletonKey: () => 'start',
})

/** Writes a scheduled backup into DATA_DIR/backups. */
export const makeBackup = defineJob({
  name: 'make-backup',
  payload: z.object({}),
  retryDelaySeconds: 60,
  timeoutSeconds: 60 * 60,
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
  singletonKey: ({ tenantId }) => tenantId,
})
