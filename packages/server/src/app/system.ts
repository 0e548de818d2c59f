import { createBackupFolder } from '../db/backup-folder.ts'
import type { Subscription } from '../db/handle.ts'
import { createTrailRestoring } from '../features/audit-log/trail-restoring.service.ts'
import { checkConnection } from '../features/azure/checks.jobs.ts'
import { createBackgroundJobs } from '../features/system/background-jobs.service.ts'
import { createBackupScheduleRepo } from '../features/system/backup-schedule.repo.ts'
import { createBackupSchedule } from '../features/system/backup-schedule.service.ts'
import { auditHeadsOf, createDatabaseBackups } from '../features/system/database-backups.service.ts'
import { createDoctorRepo } from '../features/system/doctor.repo.ts'
import { createEraseTenantRepo } from '../features/system/erase-tenant.repo.ts'
import { createEraseTenant } from '../features/system/erase-tenant.service.ts'
import { createImportFile } from '../features/system/import-file.service.ts'
import { CACHES_CHANNEL } from '../features/system/maintenance.repo.ts'
import { createMaintenance } from '../features/system/maintenance.service.ts'
import { createPortableData } from '../features/system/portable-data.service.ts'
import { RESTORED_CHANNEL, createRestore } from '../features/system/restore.service.ts'
import { createSystemHealth } from '../features/system/system-health.service.ts'
import { eraseTenantData, makeBackup, startDueBackup } from '../features/system/system.jobs.ts'
import { mountSystem } from '../features/system/system.routes.ts'
import { createTransferFiles } from '../features/system/transfer-files.ts'
import { UNUSABLE_PASSWORD } from '../features/users/passwords.service.ts'
import { createUsersRepo } from '../features/users/users.repo.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createPendingJobs } from '../jobs/pending-jobs.ts'
import { AppError } from '../lib/app-error.ts'
import type { AuditSeals } from './audit.ts'
import { composeDoctor } from './microsoft.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'
import type { Composed, Refreshing } from './refreshing.ts'

interface BackupsDeps
  extends Pick<Foundation, 'db' | 'keyRing' | 'clock' | 'random'>, Pick<People, 'auditLog'> {
  auditSeals: Pick<AuditSeals, 'macs' | 'sealing'>
  /** scrypt's cost; tests use a low one. */
  backupCost?: number | undefined
}

/** Writes and restores backups; also used by `npm run backup` and `npm run restore`. */
export function composeBackups(deps: BackupsDeps) {
  const { clock, auditSeals, backupCost: cost } = deps
  const { sealing, macs } = auditSeals
  const restoring = createRestore({ ...deps, trails: createTrailRestoring({ macs, clock }) })
  return {
    backups: createDatabaseBackups({ ...deps, auditHeads: sealing.auditHeads, cost }),
    restoring: {
      /** The heads of the trails that this host knows belong to the replaced data. */
      restore: (...given: Parameters<typeof restoring.restore>) =>
        sealing.replaceTrails(() => restoring.restore(...given)),
    },
  }
}

interface SystemDeps extends Composed {
  auditSeals: AuditSeals
  backupCost: BackupsDeps['backupCost']
}

/** The System tab: health, backups, exchange of data, jobs, erasing. */
export function composeSystem(deps: SystemDeps) {
  const { foundation, people, refreshing, auditSeals, backupCost } = deps
  const { config, database, db, jobs, clock } = foundation
  const { dataDir } = config
  const base = { ...foundation, ...people }
  const { backups, restoring } = composeBackups({ ...base, auditSeals, backupCost })
  const doctor = composeDoctor({ ...base, ...refreshing })
  const transfer = createTransferFiles(dataDir, clock)
  const stored = createBackupFolder(dataDir)
  const portable = createPortableData({
    ...base,
    licenses: refreshing.licenses,
    lockPeople: (trx) => createUsersRepo(trx).lock(),
    unusablePassword: UNUSABLE_PASSWORD,
  })
  const pending = createPendingJobs(db)
  const schedule = createBackupSchedule({
    ...base,
    repo: createBackupScheduleRepo(db),
    stored,
    backups,
    send: () => jobs.send(makeBackup, {}),
    isUnderWay: async () => (await pending.find(makeBackup)).length > 0,
  })
  const erasing = createEraseTenant({
    ...base,
    repo: createEraseTenantRepo(db),
    send: (tenantId, transaction) => jobs.send(eraseTenantData, { tenantId }, { transaction }),
  })
  auditSeals.verification.useBackupHeads(() => auditHeadsOf(stored))
  const stopping = new AbortController()
  const onRestored = auditSeals.sealing.adoptHeads
  const forgetting = composeForgetting({ foundation, refreshing, onRestored })

  return {
    examine: () => doctor.examine(),
    mount: (server: HttpServer): void =>
      mountSystem(server, {
        health: createSystemHealth({
          ...base,
          repo: createDoctorRepo(db),
          doctor,
          databaseKind: database.kind,
          dataDir,
        }),
        maintenance: createMaintenance({
          ...base,
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
          ...base,
          sendAgain: (name, payload, transaction) => jobs.sendNamed(name, payload, { transaction }),
        }),
        erasing,
        transfer,
      }),

    async work(): Promise<void> {
      await forgetting.work()
      await jobs.work(startDueBackup, () => schedule.startDue())
      await jobs.work(makeBackup, ({ signal }) => schedule.make(signal))
      await jobs.work(eraseTenantData, ({ payload, signal }) =>
        erasing.finish(payload.tenantId, signal),
      )
      await jobs.schedule(startDueBackup, { cron: '* * * * *', timeZone: 'UTC' }, {})
    },
    async sweep(): Promise<void> {
      await transfer.sweep()
      await erasing.eraseOverdue()
    },
    /** Cancels a restore: it would delay the end, and every transaction that waits for its locks. */
    drain(): void {
      stopping.abort(
        new AppError(
          'UNAVAILABLE',
          'The server stopped before the restore was complete. Nothing was changed.',
        ),
      )
    },
    close: () => forgetting.close(),
  }
}

interface ForgettingDeps {
  foundation: Foundation
  refreshing: Refreshing
  /** Runs first when a backup was restored. */
  onRestored?: () => Promise<void>
}

/** Drops what this process keeps in memory when any process clears the caches or restores a backup. */
export function composeForgetting({ foundation, refreshing, onRestored }: ForgettingDeps) {
  const { database, logger } = foundation
  const { tenantSeats, checks, microsoft } = refreshing

  /** The database has already dropped its part. */
  async function forget(): Promise<void> {
    tenantSeats.forgetAll()
    checks.forget()
    const connected = await microsoft.current()
    connected?.tokens.forgetAll()
  }

  const tryTo = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) =>
      logger.warn({ err: error }, 'dropping in-memory caches failed'),
    )

  const hear = (channel: string, act: () => Promise<void>): Promise<Subscription> =>
    database.listen({
      channel,
      onPayload: () => tryTo(act),
      // Messages sent while the connection was lost are lost.
      onConnected: () => tryTo(forget),
    })

  let subscriptions: Subscription[] = []
  return {
    async work(): Promise<void> {
      subscriptions = await Promise.all([
        hear(CACHES_CHANNEL, forget),
        hear(RESTORED_CHANNEL, async () => {
          await onRestored?.()
          await forget()
        }),
      ])
    },
    async close(): Promise<void> {
      await Promise.all(subscriptions.map((each) => each.close()))
    },
  }
}
