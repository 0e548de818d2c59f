import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { BackupSchedule, saveBackupSchedule } from '@tenantscope/contract/system'
import type { z } from 'zod'

import { AppError } from '../../lib/app-error.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { BackupScheduleRepo, StoredBackupSchedule } from './backup-schedule.repo.ts'
import { nextBackupAfter } from './backup-schedule.rules.ts'
import type { DatabaseBackupsService } from './database-backups.service.ts'
import type { StoredBackups } from './stored-backups.ts'
import { systemEntry } from './system-entry.rules.ts'

export type BackupScheduleService = ReturnType<typeof createBackupSchedule>

/** Ties the sealed passphrase to its place, so that it opens nowhere else. */
const PASSPHRASE_PURPOSE = 'backup_schedule.passphrase'
const NO_PASSPHRASE = 'Enter a passphrase: without one no backup can be encrypted'

/** Backups that are made by themselves, encrypted, on the host. */
export function createBackupSchedule(deps: {
  repo: BackupScheduleRepo
  stored: StoredBackups
  backups: Pick<DatabaseBackupsService, 'write'>
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  /** Makes one soon, in the background. */
  send: () => Promise<void>
  /** Whether one is being made, or waits for it. */
  isUnderWay: () => Promise<boolean>
}) {
  const { repo, stored, backups, sealer, auditLog, clock } = deps

  async function nextAt(schedule: StoredBackupSchedule): Promise<Date | null> {
    if (!schedule.isEnabled) return null
    const { time, lastSuccessAt, lastFailureAt, updatedAt } = schedule
    const last = Math.max(...[lastSuccessAt, lastFailureAt, updatedAt].map((at) => Number(at ?? 0)))
    return nextBackupAfter({ time, timeZone: await repo.timeZone() }, new Date(last))
  }

  async function read(): Promise<BackupSchedule> {
    const row = await repo.read()
    const { isEnabled, time, keep, version, updatedBy, lastFailure, lastFailureAt } = row
    return {
      isEnabled,
      time,
      keep,
      hasPassphrase: row.sealedPassphrase !== null,
      version,
      updatedAt: row.updatedAt?.toISOString() ?? null,
      updatedBy,
      lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
      lastFailure:
        lastFailureAt === null
          ? null
          : { at: lastFailureAt.toISOString(), message: lastFailure ?? 'The backup failed' },
      nextAt: (await nextAt(row))?.toISOString() ?? null,
      directory: stored.directory,
      backups: await stored.list(),
    }
  }

  /** Of any backup that is whole. */
  async function noteBackup(action: string, name: string | null, by: By): Promise<void> {
    await repo.transaction(async (trx) => {
      await repo.update({ lastBackupAt: clock.now() }, trx)
      await auditLog.change(systemEntry(action, by, { newValue: name }), trx)
    })
  }

  async function makeOne(signal: AbortSignal): Promise<void> {
    const { sealedPassphrase, keep } = await repo.read()
    if (sealedPassphrase === null) throw new Error(NO_PASSPHRASE)
    const passphrase = sealer.open(sealedPassphrase, PASSPHRASE_PURPOSE)
    const name = await stored.add(clock.now(), (file) =>
      backups.write(file, { passphrase, signal }),
    )
    await repo.update({ lastSuccessAt: clock.now(), lastFailureAt: null, lastFailure: null })
    await noteBackup('scheduled backup made', name, { actor: PRODUCT, source: NO_SOURCE })
    await stored.rotate(keep)
  }

  return {
    read,
    noteBackup,

    /** Today, in the installation's time zone, for names of files. */
    today: async (): Promise<string> => isoDayIn(await repo.timeZone(), clock.now()),

    /** A body without a version is taken as it is (decisions.md, Administration). */
    async save(given: z.output<typeof saveBackupSchedule.body>, by: By): Promise<BackupSchedule> {
      const { isEnabled, time, keep, passphrase } = given
      await repo.transaction(async (trx) => {
        const before = await repo.readLocked(trx)
        refuseOldVersion(given.version, before)
        if (isEnabled && passphrase === undefined && before.sealedPassphrase === null)
          throw new AppError('BAD_REQUEST', NO_PASSPHRASE, {
            fields: [{ field: 'body.passphrase', message: NO_PASSPHRASE }],
          })
        await repo.update(
          {
            isEnabled,
            time,
            keep,
            ...(passphrase === undefined
              ? {}
              : { sealedPassphrase: sealer.seal(passphrase, PASSPHRASE_PURPOSE) }),
            version: before.version + 1,
            updatedAt: clock.now(),
            updatedBy: by.actor.name,
          },
          trx,
        )
        await auditLog.change(
          systemEntry('backup schedule changed', by, {
            oldValue: audited(before),
            newValue: audited(given),
            ...(passphrase === undefined ? {} : { details: 'with a new passphrase' }),
          }),
          trx,
        )
      })
      return read()
    },

    /** Makes one in the background; whether it worked shows in what `read` tells. */
    async runNow(by: By): Promise<BackupSchedule> {
      const { sealedPassphrase } = await repo.read()
      if (sealedPassphrase === null)
        throw new AppError('CONFLICT', 'Store a passphrase for scheduled backups first')
      await auditLog.change(systemEntry('backup started by hand', by))
      await deps.send()
      return read()
    },

    async startDue(): Promise<void> {
      const due = await nextAt(await repo.read())
      if (due === null || due > clock.now() || (await deps.isUnderWay())) return
      await deps.send()
    },

    /**
     * What goes wrong is kept for people to see, and thrown so that the job counts as failed. One that is
     * broken off is made again by whoever takes the job up: there is nothing to see.
     */
    async make(signal: AbortSignal): Promise<void> {
      try {
        await makeOne(signal)
      } catch (error) {
        signal.throwIfAborted()
        const lastFailure = reasonOf(error)
        await repo.transaction(async (trx) => {
          await repo.update({ lastFailureAt: clock.now(), lastFailure }, trx)
          const by = { actor: PRODUCT, source: NO_SOURCE }
          await auditLog.change(
            systemEntry('scheduled backup failed', by, { newValue: lastFailure }),
            trx,
          )
        })
        throw new Error(lastFailure, { cause: error })
      }
    },
  }
}

const audited = ({ isEnabled, time, keep }: Pick<BackupSchedule, 'isEnabled' | 'time' | 'keep'>) =>
  JSON.stringify({ isEnabled, time, keep })

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EACCES: 'The backups directory may not be written',
  EROFS: 'The backups directory may not be written',
  ENOTDIR: 'The backups directory is no directory',
  EEXIST: 'The backups directory is no directory',
}

/** For people: no path, no SQL. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The backup failed'
  const code: unknown = Reflect.get(error, 'code')
  if (error.message === NO_PASSPHRASE) return error.message
  if (error.name === 'SealError') return 'The stored passphrase cannot be opened: enter it again'
  return (
    (typeof code === 'string' ? REASONS[code] : undefined) ?? 'The backup failed; the log says why'
  )
}
