import { getBackupSchedule, listJobs } from '@tenantscope/contract/system'
import type { BackupSchedule } from '@tenantscope/contract/system'
import type { z } from 'zod'

import type { FakeServer } from './fake-server.ts'

/** Switched off, as at the first start, unless the test says otherwise. */
export function makeBackupSchedule(
  changes: Partial<z.input<typeof BackupSchedule>> = {},
): z.input<typeof BackupSchedule> {
  return {
    isEnabled: false,
    time: '02:30',
    keep: 7,
    hasPassphrase: false,
    version: 3,
    updatedAt: null,
    updatedBy: null,
    lastBackupAt: null,
    lastSuccessAt: null,
    lastFailure: null,
    nextAt: null,
    directory: '/data/backups',
    backups: [],
    ...changes,
  }
}

export const noJobs = { running: 0, waiting: 0, retrying: 0, failed: 0, completed: 0 }

/** Sets the replies that the System tab requests, except tenants. */
export function answerSystem(server: FakeServer, schedule = makeBackupSchedule()): void {
  server.answer(getBackupSchedule, schedule)
  server.answer(listJobs, { jobs: [], counts: noJobs })
}
