import { queryOptions } from '@tanstack/react-query'
import { getBackupSchedule } from '@tenantscope/contract/system'

import { call } from '../../../lib/api.ts'

/** The backup schedule and the stored backups. */
export const backupScheduleQuery = queryOptions({
  queryKey: ['backup-schedule'],
  queryFn: ({ signal }) => call(getBackupSchedule, {}, { signal }),
  staleTime: 0,
})
