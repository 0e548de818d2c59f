import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { getHeapStatistics } from 'node:v8'

import type { Transaction } from 'kysely'

import type { Config } from '../config.ts'
import type { DatabaseHandle, Subscription } from '../db/connection.ts'
import type { Database } from '../db/tables.ts'
import { createTrailRestoring } from '../features/audit-log/trail-restoring.service.ts'
import { checkConnection } from '../features/azure/checks.jobs.ts'
import type { SettingsService } from '../features/settings/settings.service.ts'
import { createBackgroundJobsRepo } from '../features/system/background-jobs.repo.ts'
import { createBackgroundJobs } from '../features/system/background-jobs.service.ts'
import { readHead } from '../features/system/backup-file.ts'
import { createBackupScheduleRepo } from '../features/system/backup-schedule.repo.ts'
import { createBackupSchedule } from '../features/system/backup-schedule.service.ts'
import { createDatabaseBackups } from '../features/system/database-backups.service.ts'
import { diskFinding } from '../features/system/doctor.rules.ts'
import { createEraseTenantRepo } from '../features/system/erase-tenant.repo.ts'
import { createEraseTenant } from '../features/system/erase-tenant.service.ts'
import { createHealthRepo } from '../features/system/health.repo.ts'
import { createImportFile } from '../features/system/import-file.service.ts'
import { createMaintenanceRepo } from '../features/system/maintenance.repo.ts'
import { createMaintenance } from '../features/system/maintenance.service.ts'
import { createPortableDataRepo } from '../features/system/portable-data.repo.ts'
import { createPortableData } from '../features/system/portable-data.service.ts'
import { createRestore } from '../features/system/restore.service.ts'
import { createStoredBackups } from '../features/system/stored-backups.ts'
import {
  backupFinding,
  mailFinding,
  memoryFinding,
} from '../features/system/system-health.rules.ts'
import { createSystemHealth } from '../features/system/system-health.service.ts'
import { eraseTenantData, makeBackup } from '../features/system/system.jobs.ts'
import { mountSystem } from '../features/system/system.routes.ts'
import { workOnSystem } from '../features/system/system.workers.ts'
import { createTransferFiles } from '../features/system/transfer-files.ts'
import { UNUSABLE_PASSWORD } from '../features/users/passwords.service.ts'
import { createUsersRepo } from '../features/users/users.repo.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Job } from '../jobs/job.ts'
import { createPendingJobs } from '../jobs/pending-jobs.ts'
import type { JobRunner } from '../jobs/runner.ts'
import { AppError } from '../lib/app-error.ts'
import type { KeyRing } from '../lib/secret-key.ts'
import type { AuditSeals } from './audit.ts'
import { composeDoctor } from './doctor.ts'
import { listenForForgetting } from './forgetting.ts'
import { JOBS } from './jobs.ts'
import { measured } from './measured-jobs.ts'
import type { People, PeopleDeps } from './people.ts'
import type { Refreshing, RefreshingDeps } from './refreshing.ts'

/** Backups in and out: also what `npm run backup` and `npm run restore` stand on. */
export function composeBackups(
  deps: Pick<RefreshingDeps, 'clock' | 'sealer'> &
    Pick<PeopleDeps, 'random'> &
    Pick<People, 'auditLog'> & {
      database: Pick<DatabaseHandle, 'db'>
      keyRing: KeyRing
      auditSeals: Pick<AuditSeals, 'macs' | 'sealing'>
      /** scrypt's; tests take a cheap one. */
      backupCost?: number
    },
) {
  const { keyRing, auditSeals, auditLog, clock, random, backupCost: cost } = deps
  const { db } = deps.database
  const { sealing, macs } = auditSeals
  const restoring = createRestore({
    db,
    keyRing,
    trails: createTrailRestoring({ macs, clock }),
    auditLog,
  })
  return {
    backups: createDatabaseBackups({
      db,
      keyRing,
      auditHeads: (signal) => sealing.auditHeads(signal),
      clock,
      random,
      cost,
    }),
    restoring: {
      /** What this host knows of the trails is of the state before. */
      restore: async (...given: Parameters<typeof restoring.restore>) => {
        const restored = await sealing.inTurn(() => restoring.restore(...given))
        await sealing.adoptHeads()
        return restored
      },
    },
  }
}

type SystemDeps = Parameters<typeof composeBackups>[0] &
  RefreshingDeps &
  Refreshing & {
    database: DatabaseHandle
    config: Pick<Config, 'dataDir'>
    settings: SettingsService
    auditSeals: AuditSeals
  }

/** The System tab: health, backups, exchange of data, jobs, erasing. */
export function composeSystem(deps: SystemDeps) {
  const { auditLog, clock, sealer, config, auditSeals } = deps
  const { db } = deps.database
  const jobs = measured(deps.jobs, deps.metrics)
  const { backups, restoring } = composeBackups(deps)
  const transfer = createTransferFiles(config.dataDir, clock)
  const stored = createStoredBackups(config.dataDir)
  const portable = createPortableData({
    repo: createPortableDataRepo(db),
    settings: deps.settings,
    lockPeople: (trx) => createUsersRepo(trx).lock(),
    auditLog,
    clock,
    unusablePassword: UNUSABLE_PASSWORD,
  })
  const pending = createPendingJobs(db)
  const schedule = createBackupSchedule({
    repo: createBackupScheduleRepo(db),
    stored,
    backups,
    sealer,
    auditLog,
    clock,
    send: () => jobs.send(makeBackup, {}),
    isUnderWay: async () => (await pending.find(makeBackup)).length > 0,
  })
  const erasing = createEraseTenant({
    repo: createEraseTenantRepo(db),
    auditLog,
    clock,
    send: (tenantId, transaction) => jobs.send(eraseTenantData, { tenantId }, { transaction }),
  })
  auditSeals.verification.useBackupHeads(async function* () {
    for (const file of await stored.files()) {
      // One whose head cannot be read bears no witness, and is named.
      yield await readHead(file).then(
        ({ head, auditHeads }) => ({ name: `the backup of ${head.createdAt}`, sealed: auditHeads }),
        () => ({ name: path.basename(file), sealed: '' }),
      )
    }
  })

  const stopping = new AbortController()
  let forgetting: Subscription | null = null

  return {
    mount: (server: HttpServer): void =>
      mountSystem(server, {
        health: composeHealth(deps),
        maintenance: createMaintenance({
          repo: createMaintenanceRepo(db),
          auditLog,
          checkAgain: () => jobs.send(checkConnection, {}),
        }),
        portable,
        importing: createImportFile({
          transfer,
          data: portable,
          restoring,
          stopping: stopping.signal,
        }),
        backups,
        schedule,
        backgroundJobs: createBackgroundJobs({
          repo: createBackgroundJobsRepo(db),
          auditLog,
          clock,
          sendAgain: (name, payload, transaction) =>
            sendAgain(jobs, { name, payload }, transaction),
        }),
        erasing,
        transfer,
      }),

    async work(): Promise<void> {
      forgetting = await listenForForgetting({
        ...deps,
        onRestored: () => auditSeals.sealing.adoptHeads(),
      })
      await workOnSystem(jobs, { schedule, erasing })
    },
    async sweep(): Promise<void> {
      await transfer.sweep()
      await erasing.eraseOverdue()
    },
    /** Breaks off a restore: it would hold up the end, and everybody who waits for its locks. */
    drain(): void {
      stopping.abort(
        new AppError(
          'UNAVAILABLE',
          'The server ended before all was restored. Nothing was changed.',
        ),
      )
    },
    async close(): Promise<void> {
      await forgetting?.close()
    },
  }
}
function composeHealth(deps: SystemDeps) {
  const { clock, config } = deps
  const doctor = composeDoctor(deps)
  const { db, kind } = deps.database
  const repo = createHealthRepo(db)
  return createSystemHealth({
    clock,
    examinations: [
      { name: 'Database', examine: () => doctor.examine() },
      {
        name: 'Disk',
        examine: async () => {
          const { bavail, bsize } = await statfs(config.dataDir)
          return [diskFinding(bavail * bsize)]
        },
      },
      {
        name: 'Backups',
        examine: async () => [backupFinding(await repo.backups(), { kind, now: clock.now() })],
      },
      { name: 'Mail', examine: async () => [mailFinding(await repo.hasMailServer())] },
      {
        name: 'Memory',
        examine: () => {
          const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
          return Promise.resolve([memoryFinding({ used, most })])
        },
      },
    ],
  })
}

async function sendAgain(
  jobs: JobRunner,
  { name, payload }: { name: string; payload: unknown },
  transaction: Transaction<Database>,
): Promise<boolean> {
  const job = JOBS.find((each) => each.name === name)
  if (job === undefined || !job.payload.safeParse(payload).success) return false
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the payload was parsed by this job's own schema, which the compiler cannot tie to one of many
  await jobs.send(job as unknown as Job<object>, payload as object, { transaction })
  return true
}
