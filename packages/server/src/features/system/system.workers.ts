import type { JobRunner } from '../../jobs/runner.ts'
import type { BackupScheduleService } from './backup-schedule.service.ts'
import type { EraseTenantService } from './erase-tenant.service.ts'
import { eraseTenantData, makeBackup, startDueBackup } from './system.jobs.ts'

/** Lets this process make backups and erase tenants, and keeps the minute by which backups start. */
export async function workOnSystem(
  jobs: JobRunner,
  work: {
    schedule: Pick<BackupScheduleService, 'startDue' | 'make'>
    erasing: Pick<EraseTenantService, 'finish'>
  },
): Promise<void> {
  await jobs.work(startDueBackup, () => work.schedule.startDue())
  await jobs.work(makeBackup, ({ signal }) => work.schedule.make(signal))
  await jobs.work(eraseTenantData, ({ payload, signal }) =>
    work.erasing.finish(payload.tenantId, signal),
  )
  await jobs.schedule(startDueBackup, { cron: '* * * * *', timeZone: 'UTC' }, {})
}
