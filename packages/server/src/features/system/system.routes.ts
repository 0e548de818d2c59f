import { createReadStream } from 'node:fs'

import {
  backUpDatabase,
  clearCache,
  eraseTenant,
  exportData,
  getBackupSchedule,
  getSystemHealth,
  importData,
  listJobs,
  resetSessions,
  retryJob,
  runBackup,
  saveBackupSchedule,
} from '@tenantscope/contract/system'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import { AppError } from '../../lib/app-error.ts'
import type { BackgroundJobsService } from './background-jobs.service.ts'
import type { BackupScheduleService } from './backup-schedule.service.ts'
import type { DatabaseBackupsService } from './database-backups.service.ts'
import type { EraseTenantService } from './erase-tenant.service.ts'
import type { ImportFileService } from './import-file.service.ts'
import type { MaintenanceService } from './maintenance.service.ts'
import type { PortableDataService } from './portable-data.service.ts'
import type { SystemHealthService } from './system-health.service.ts'
import type { TransferFiles } from './transfer-files.ts'

interface SystemParts {
  readonly health: SystemHealthService
  readonly maintenance: MaintenanceService
  readonly portable: PortableDataService
  readonly importing: ImportFileService
  readonly backups: DatabaseBackupsService
  readonly schedule: BackupScheduleService
  readonly backgroundJobs: BackgroundJobsService
  readonly erasing: EraseTenantService
  readonly transfer: TransferFiles
}

/** The System tab of the admin panel. */
export function mountSystem(server: HttpServer, parts: SystemParts): void {
  const { maintenance, portable, schedule, backgroundJobs } = parts
  mount(server, getSystemHealth, () => parts.health.examine())
  mount(server, clearCache, ({ by }) => maintenance.clearCache(by))
  mount(server, resetSessions, ({ actor, by }) => maintenance.resetSessions(actor, by))
  mount(server, exportData, async ({ by }) => ({
    fileName: `system-export-${await schedule.today()}.json`,
    mediaType: 'application/json',
    content: oneText(await portable.export(by)),
  }))
  mount(server, importData, ({ form, by, requireFreshSignIn }) =>
    parts.importing.take(form, { by, requireFreshSignIn }),
  )
  mount(server, backUpDatabase, async ({ body, signal, by }) => {
    const file = await parts.transfer.newFile()
    try {
      await parts.backups.write(file, { passphrase: body.passphrase, signal })
      await schedule.noteBackup('database backup downloaded', null, by)
    } catch (error) {
      await parts.transfer.remove(file)
      if (signal.aborted)
        throw new AppError(
          'UNAVAILABLE',
          'The server stopped before the backup was complete. Please try again.',
        )
      throw error
    }
    return {
      fileName: `database-backup-${await schedule.today()}.json`,
      mediaType: 'application/json',
      content: onceFrom(file, parts.transfer),
    }
  })
  mount(server, getBackupSchedule, () => schedule.read())
  mount(server, saveBackupSchedule, ({ body, by }) => schedule.save(body, by))
  mount(server, runBackup, ({ by }) => schedule.runNow(by))
  mount(server, listJobs, () => backgroundJobs.list())
  mount(server, retryJob, ({ params, by }) => backgroundJobs.retry(params.jobId, by))
  mount(server, eraseTenant, ({ tenant, body, by }) =>
    parts.erasing.erase(tenant, { name: body.name, by }),
  )
}

async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The file as it is read; it goes away however that ends. */
async function* onceFrom(
  file: string,
  transfer: Pick<TransferFiles, 'remove'>,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(file)) yield Buffer.from(piece)
  } finally {
    await transfer.remove(file)
  }
}
